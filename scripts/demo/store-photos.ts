import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { purposes } from '../../src/contract/files/endpoints.ts'
import { uploads } from '../../src/server/features/files/tables.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../src/server/features/files/temporary-folder.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { thumbnailOf } from '../../src/server/platform/storage/file-store.ts'
import { companies, tasks } from './content.ts'
import { localTime } from './moments.ts'
import type { Drawing } from './pictures/drawing.ts'
import type { PhotoRequest } from './pictures/photo.ts'
import type { ProofPlan } from './plan.ts'
import type { Company, Played, Stage } from './play.ts'

type Photo = { company: Company; fileName: string; request: PhotoRequest }
type Row = typeof uploads.$inferInsert

/** As many as keep two processors busy with drawing and cleaning. */
const atOnce = 5
const rowsPerStatement = 500
/** No lease has this name: what an interrupted demo leaves is swept when it is started again. */
const folderName = 'demo'

/** The stored paths of the photos of every proof. */
export async function storePhotosOfProofs(stage: Stage, played: Played): Promise<string[][]> {
  const { plan, product, drawing } = stage
  const photos = plan.proofs.flatMap((proof, nth) =>
    Array.from({ length: proof.photos }, (_, photo) => photoOf(stage, played, { proof, nth, photo })),
  )
  const paths = await storeAll({ platform: product.platform, drawing }, photos, (done) =>
    stage.onProgress(`Taking in photos: ${done} of ${photos.length}`),
  )
  let taken = 0
  return plan.proofs.map(({ photos }) => {
    taken += photos
    return paths.slice(taken - photos, taken)
  })
}

function photoOf(
  { plan, calendar, product }: Stage,
  played: Played,
  given: { proof: ProofPlan; nth: number; photo: number },
): Photo {
  const { proof, nth, photo } = given
  const { timeZone } = product.platform.config
  const { scene } = tasks[proof.task] as (typeof tasks)[number]
  // Minutes apart, the last one shortly before it was handed in.
  const takenAt = localTime(
    new Date(calendar.momentOf(proof.at).getTime() - (proof.photos - photo) * 240_000),
    timeZone,
  )
  return {
    company: played.companies.get(proof.company) as Company,
    fileName: `photo-${photo + 1}.jpg`,
    request: {
      ...{ kind: 'photo', scene, seed: `${plan.seed} ${nth} ${photo}`, hour: proof.at % 24 },
      shirt: companies[proof.company]?.colour ?? '#211100',
      number: `TEAM ${String(proof.company + 1).padStart(2, '0')}`,
      takenAt: takenAt.replace(/-/g, ':'),
    },
  }
}

/**
 * Puts photos where the product has them once they have come and are prepared. Sent through the API, each with its grant, its
 * lease and its announcements, 1,200 of them would take longer than all the rest of the demo. Gives back their paths in order.
 */
async function storeAll(
  { platform, drawing }: { platform: Platform; drawing: Drawing },
  photos: Photo[],
  onDone: (done: number) => void,
): Promise<string[]> {
  const rows: Row[] = []
  let next = 0
  let done = 0
  const folder = await makeTemporaryFolder(platform, folderName)
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
    await removeTemporaryFolder(platform, folderName)
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
