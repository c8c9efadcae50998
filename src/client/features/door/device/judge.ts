import { isGenuine, listKey, openBox, readCode } from '#contract/door/codes.ts'
import type { DoorAttendee, DoorEntry, Revocation } from '#contract/door/endpoints.ts'

/** Attendees that this device has checked in, by list key. */
export type LetIn = { at: string; gate: string }

export type Known = {
  eventId: string
  publicKey: string
  entries: ReadonlyMap<string, DoorEntry>
  letIn: ReadonlyMap<string, LetIn>
}

type Judgement = {
  result: 'ok' | 'already' | 'pending' | 'rejected' | 'revoked' | 'wrong-event' | 'invalid'
  /** Key of the registration in the list, if the code is for this event. */
  key?: string
  attendee?: DoorAttendee
  revocation?: Revocation
  checkedInAt?: string
  gate?: string
  /** The code is valid, but was issued after the list was fetched. */
  unlisted?: boolean
}

/** Decides a code offline; the server has the final decision. */
export async function judge(payload: string, { eventId, publicKey, entries, letIn }: Known): Promise<Judgement> {
  const code = readCode(payload)
  if (!code) return { result: 'invalid' }
  if (code.eventId !== eventId) return { result: 'wrong-event' }
  if (!(await isGenuine(code, publicKey))) return { result: 'invalid' }
  const key = await listKey(code.registrationId)
  const entry = entries.get(key)
  if (entry?.status === 'pending' || entry?.status === 'rejected') return { result: entry.status, key }
  if (entry?.issue === 0) return { result: 'revoked', key, revocation: entry.status }
  if (entry && code.issue < entry.issue) return { result: 'revoked', key, revocation: 'replaced' }
  const attendee = entry?.box ? await openBox<DoorAttendee>(entry.box, payload) : undefined
  const inside = letIn.get(key) ?? (entry?.checkedInAt ? { at: entry.checkedInAt, gate: '' } : undefined)
  if (inside) return { result: 'already', key, attendee, checkedInAt: inside.at, gate: inside.gate }
  return { result: 'ok', key, attendee, unlisted: entry === undefined || code.issue > entry.issue }
}
