import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { purposes } from '../../src/contract/files/endpoints.ts'
import { uploads } from '../../src/server/features/files/tables.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { thumbnailOf } from '../../src/server/platform/storage/file-store.ts'
import type { Drawing } from './pictures/drawing.ts'
import type { PhotoRequest } from './pictures/photo.ts'
import type { Company } from './play.ts'

export type Photo = { company: Company; fileName: string; request: PhotoRequest }
type Row = typeof uploads.$inferInsert

/** As many as keep two processors busy with drawing and cleaning. */
const atOnce = 5
const rowsPerStatement = 500

/**
 * Puts photos where the product has them once they have come and are prepared. Sent through the API, each with its grant, its
 * lease and its announcements, 1,200 of them would take longer than all the rest of the demo. Gives back their paths in order.
 */
export async function storePhotos(
  { platform, drawing }: { platform: Platform; drawing: Drawing },
  photos: Photo[],
  onDone: (done: number) => void,
): Promise<string[]> {
  const rows: Row[] = []
  let next = 0
  let done = 0
  const folder = await mkdtemp(join(platform.config.dataDir, 'drawn-'))
  async function work() {
    for (let nth = next++; nth < photos.length; nth = next++) {
      const { company, fileName, request } = photos[nth] as Photo
      const bytes = await drawing.draw(request)
      rows[nth] = { ...(await store(platform, bytes, join(folder, String(nth)))), ...ownedBy(company), fileName }
      onDone(++done)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await platform.db.insert(uploads).values(rows.slice(from, from + rowsPerStatement))
  return rows.map(({ path }) => path)
}

const ownedBy = ({ id: companyId, userId }: Company) => ({ companyId, userId, ownerId: userId })

/** What is known of a file that was cleaned by the product's own rules. */
async function store({ media, files, clock }: Platform, bytes: Buffer, drawn: string) {
  const path = `${purposes.proof.folder}/${randomBytes(16).toString('hex')}.jpg`
  const type = 'image/jpeg'
  await writeFile(drawn, bytes)
  const { thumbnail, ...facts } = await media.clean({ file: drawn, type, into: `${drawn}.cleaned` }, neverStopped)
  if (thumbnail) await files.replace(thumbnailOf(path), thumbnail, type)
  await files.replace(path, `${drawn}.cleaned`, type)
  const now = clock.now()
  return {
    ...{ path, purpose: 'proof' as const, type, size: bytes.length, sha256: sha256(bytes), state: 'stored' as const },
    ...{ grantHash: '', grantExpiresAt: now, createdAt: now, storedAt: now, preparedAt: now },
    ...{ ...facts, hasThumbnail: thumbnail !== null },
  } satisfies Omit<Row, 'companyId' | 'fileName'>
}

/** Who stops the demo ends the whole product. */
const neverStopped = new AbortController().signal
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
