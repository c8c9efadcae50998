import type { DoorCounts } from '#contract/door/endpoints.ts'
import { type DoorLine, isAway, isClosed } from './door-line.ts'
import type { KeptScan } from './door-store.ts'

type Settle = (scan: KeptScan, counts: DoorCounts | undefined) => Promise<void>

/** Tells the server what was scanned without it. Stops at the first sign that the line is away; nothing is lost then. */
export async function sendWaiting(line: DoorLine, scans: readonly KeptScan[], settle: Settle) {
  for (const scan of scans.filter((one) => one.outcome === undefined)) {
    const { sent, nonce, gate, scannedAt } = scan
    const answered = await line
      .send({ ...sent, payload: sent?.payload?.slice(0, 500), nonce, scannedAt, ...(gate ? { gate } : {}) })
      .catch((error: unknown) => {
        if (isAway(error) || isClosed(error)) throw error
        return undefined
      })
    // What the server cannot read it will never read; it is reported instead of sent for ever.
    if (!answered) {
      await settle({ ...scan, sent: undefined, outcome: 'refused' }, undefined)
      continue
    }
    const { result, attendee, checkedInAt, gate: first } = answered
    if (scan.undo && result === 'ok' && attendee) await line.undo(attendee.id)
    const name = attendee ? `${attendee.firstName} ${attendee.lastName}` : scan.name
    await settle(
      { ...scan, sent: undefined, outcome: result, name, first: { at: checkedInAt, gate: first } },
      answered.counts,
    )
  }
}
