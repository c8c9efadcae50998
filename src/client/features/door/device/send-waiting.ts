import type { DoorCounts } from '#contract/door/endpoints.ts'
import { type DoorApi, isClosed, isUnreachable } from './door-api.ts'
import type { KeptScan } from './door-store.ts'

type Kept = {
  /** Unsent scans, read again for each one: it may be undone during the loop. */
  waiting: () => KeptScan[]
  settle: (scan: KeptScan, counts?: DoorCounts) => Promise<void>
}

/** Sends the queued scans. Stops at the first unreachable error and keeps the rest. */
export async function sendWaiting(line: DoorApi, { waiting, settle }: Kept) {
  for (const { nonce } of waiting()) {
    const now = () => waiting().find((scan) => scan.nonce === nonce)
    const scan = now()
    if (!scan) continue
    // Mark before sending: from here on it may have arrived.
    if (!scan.tried) await settle({ ...scan, tried: true })
    const { sent, gate, scannedAt } = scan
    const answered = await line
      .send({ ...sent, payload: sent?.payload?.slice(0, 500), nonce, scannedAt, ...(gate ? { gate } : {}) })
      .catch((error: unknown) => {
        if (isUnreachable(error) || isClosed(error)) throw error
        return undefined
      })
    const report = { ...(now() ?? scan), sent: undefined }
    // Report a scan that the server cannot parse, because a retry would not help.
    if (!answered) {
      await settle({ ...report, outcome: 'refused' })
      continue
    }
    const { result, attendee, checkedInAt, gate: first, counts } = answered
    if (report.undo && result === 'ok' && attendee) await line.undo(attendee.id)
    const name = attendee ? `${attendee.firstName} ${attendee.lastName}` : report.name
    await settle({ ...report, outcome: result, name, first: { at: checkedInAt, gate: first } }, counts)
  }
}
