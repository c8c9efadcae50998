import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type DoorEntry, readOfflineList } from '#contract/door/endpoints.ts'
import * as registrations from '#server/features/registrations/service.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import type { Platform } from '#server/platform/platform.ts'

/** The encoded offline list, made once per change instead of once per device. */
type Snapshot = { etag: string; plain: Buffer; br: Buffer; gzip: Buffer }

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

export class OfflineLists {
  readonly #platform: Platform
  readonly #lists: SignalCache<Snapshot>

  constructor(platform: Platform) {
    this.#platform = platform
    this.#lists = new SignalCache(platform.signals, {
      endedBy: ({ topics = [] }) =>
        topics.includes('events') || ((eventId) => topics.includes(`events/${eventId}/registrations`)),
    })
  }

  async read(eventId: string): Promise<Snapshot> {
    return this.#lists.read(eventId, () => makeSnapshot(this.#platform, eventId))
  }
}

async function makeSnapshot({ db, clock }: Platform, eventId: string): Promise<Snapshot> {
  const madeAt = clock.now()
  const entries = await sealedEntries(await registrations.approvedFor(db, eventId))
  const plain = Buffer.from(JSON.stringify(readOfflineList.reply.parse({ madeAt, entries })))
  const [br, gzipped] = await Promise.all([
    // Use the lowest compression level: encrypted boxes do not compress, only the rest does.
    compress.br(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    compress.gzip(plain, { level: 1 }),
  ])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { etag, plain, br, gzip: gzipped }
}

async function sealedEntries(issued: registrations.Row[]): Promise<DoorEntry[]> {
  const entries: DoorEntry[] = []
  for (const [index, one] of issued.entries()) {
    // Yield to the event loop: ten thousand boxes take a tenth of a second, and scans must not wait.
    if (index % 250 === 249) await breathe()
    const { id, firstName, lastName, companyName, qrCodePayload, status } = one
    entries.push({
      key: listKeyOf(id),
      issue: qrCodePayload === null ? 0 : one.issue,
      status: qrCodePayload === null && status !== 'approved' ? status : undefined,
      checkedInAt: one.checkedInAt?.toISOString() ?? null,
      box: qrCodePayload === null ? null : sealed({ id, firstName, lastName, companyName }, qrCodePayload),
    })
  }
  // Sort by hash: the order of ids would reveal which registration is which.
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1))
}

// Synchronous counterparts of `listKey`, `boxKey` and `openBox` of the contract, without ten thousand awaits.
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const listKeyOf = (registrationId: string) => sha256(`door:${registrationId}`).subarray(0, 16).toString('base64url')

function sealed(content: unknown, payload: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sha256(`box:${payload}`), nonce)
  const text = Buffer.from(JSON.stringify(content))
  // Pad with spaces, which JSON ignores: the size of a box must not reveal the length of a name.
  const filled = Buffer.concat([text, Buffer.alloc(-text.length & 127, ' ')])
  return Buffer.concat([nonce, cipher.update(filled), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}
