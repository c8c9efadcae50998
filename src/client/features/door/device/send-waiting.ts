import type { DoorCounts } from '#contract/door/endpoints.ts'
import { type DoorApi, isClosed, isUnreachable } from './door-api.ts'
import type { KeptScan } from './door-store.ts'

type Kept = {
  /** Those without an answer, as they are now: somebody may undo one while it is on its way. */
  waiting: () => KeptScan[]
  settle: (scan: KeptScan, counts?: DoorCounts) => Promise<void>
}

/** Tells the server what was scanned without it. Stops at the first sign that the server is unreachable; nothing is lost then. */
export async function sendWaiting(line: DoorApi, { waiting, settle }: Kept) {
  for (const { nonce } of waiting()) {
    const now = () => waiting().find((scan) => scan.nonce === nonce)
    const scan = now()
    if (!scan) continue
    // From here on it may have arrived.
    if (!scan.tried) await settle({ ...scan, tried: true })
    const { sent, gate, scannedAt } = scan
    const answered = await line
      .send({ ...sent, payload: sent?.payload?.slice(0, 500), nonce, scannedAt, ...(gate ? { gate } : {}) })
      .catch((error: unknown) => {
        if (isUnreachable(error) || isClosed(error)) throw error
        return undefined
      })
    const told = { ...(now() ?? scan), sent: undefined }
    // What the server cannot read it will never read; it is reported instead of sent for ever.
    if (!answered) {
      await settle({ ...told, outcome: 'refused' })
      continue
    }
    const { result, attendee, checkedInAt, gate: first, counts } = answered
    if (told.undo && result === 'ok' && attendee) await line.undo(attendee.id)
    const name = attendee ? `${attendee.firstName} ${attendee.lastName}` : told.name
    await settle({ ...told, outcome: result, name, first: { at: checkedInAt, gate: first } }, counts)
  }
}
