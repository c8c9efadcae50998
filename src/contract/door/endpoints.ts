import { z } from 'zod'
import { boundedText, count, id, instant, isoMoment, listQuery, removeUnstorable, text, whole } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { eventKey } from '../events/endpoints.ts'
import { CheckInTimes } from './check-in-times.ts'

/** A check-in can be undone for this long. */
export const undoMinutes = 15

const scanResult = z.enum(['ok', 'already', 'rejected', 'pending', 'revoked', 'wrong-event', 'invalid', 'closed'])
export type ScanResult = z.output<typeof scanResult>

/** Why a genuine code is worth nothing. */
const revocation = z.enum(['cancelled', 'replaced'])
export type Revocation = z.output<typeof revocation>

/** The attendee data that the door may see. */
export const DoorAttendee = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string().nullable(),
})
export type DoorAttendee = z.output<typeof DoorAttendee>

/** The count of one gate, or of a door without a name. */
const GateCount = z.object({ gate: z.string(), checkedIn: count })
export const DoorCounts = z.object({ approved: count, checkedIn: count, gates: z.array(GateCount) })
export type DoorCounts = z.output<typeof DoorCounts>

export const Scan = z
  .strictObject({
    payload: boundedText(500).optional(),
    code: boundedText(40).optional(),
    registrationId: boundedText(40).optional(),
    /** Idempotency key of one scan on one device: a repeat has no second effect and the same answer. */
    nonce: id.optional(),
    gate: boundedText(40)
      .transform((value) => removeUnstorable(value).trim())
      .optional(),
    /** The moment of a scan made offline. */
    scannedAt: isoMoment('Invalid value')
      .transform((value) => new Date(value))
      .optional(),
  })
  .refine(
    ({ payload, code, registrationId }) =>
      [payload, code, registrationId].filter((given) => given !== undefined).length === 1,
    'Send one of payload, code and registrationId',
  )
export type Scan = z.input<typeof Scan>

export const ScanReply = z.object({
  result: scanResult,
  /** Only for a code of this event, while check-in is open. */
  attendee: DoorAttendee.optional(),
  /** When `revoked`; missing for a deleted registration. */
  revocation: revocation.optional(),
  checkedInAt: instant.optional(),
  /** The gate of the first scan, for a repeated scan. */
  gate: z.string().optional(),
  /** When `closed`: the moment of opening, of closing or of cancellation; none for an event without a date. */
  opensAt: instant.optional(),
  closedAt: instant.optional(),
  cancelledAt: instant.optional(),
  counts: DoorCounts,
})
export type ScanReply = z.output<typeof ScanReply>

export const checkIn = endpoint({
  method: 'POST',
  path: '/events/:id/check-in',
  access: 'door',
  summary: 'One scan at the door',
  params: eventKey,
  body: Scan,
  reply: ScanReply,
  problems: ['event-gone', 'door-closed'],
})

export const undoCheckIn = endpoint({
  method: 'DELETE',
  path: '/events/:id/check-in/:registrationId',
  access: 'door',
  summary: 'Take a check-in back, within 15 minutes',
  params: eventKey.extend({ registrationId: id }),
  reply: z.object({ counts: DoorCounts }),
  problems: ['event-gone', 'door-closed', 'registration-gone', 'check-in-final', 'not-inside'],
})

export const readDoor = endpoint({
  method: 'GET',
  path: '/events/:id/door',
  access: 'door',
  summary: 'What a device needs to work at the door, also without a network',
  params: eventKey,
  reply: z.object({
    event: z.object({
      id,
      shortCode: z.string(),
      title: z.string(),
      eventDate: instant.nullable(),
      place: z.string().nullable(),
      brandingColor: z.string(),
    }),
    /** The volunteers' link; null for an administrator. */
    pass: z.object({ label: z.string(), expiresAt: instant }).nullable(),
    /** ECDSA P-256, SPKI in base64: verifies codes offline. */
    publicKey: z.string(),
    checkIn: CheckInTimes,
    counts: DoorCounts,
    now: instant,
  }),
  problems: ['event-gone', 'door-closed'],
})

/** One attendee in a device's offline list; a person is readable only after a scan of the code. */
export const DoorEntry = z.object({
  /** A hash of the registration's id. */
  key: z.string(),
  /** The number of the valid code; older ones are revoked. Zero: no code is valid. */
  issue: count,
  /** Why no code is valid. */
  status: z.enum(['pending', 'rejected', 'cancelled']).optional(),
  checkedInAt: instant.nullable(),
  /** Name and company, encrypted with a key derived from the code's text. Null when no code is valid. */
  box: z.string().nullable(),
})
export type DoorEntry = z.output<typeof DoorEntry>

export const readOfflineList = endpoint({
  method: 'GET',
  path: '/events/:id/door/list',
  access: 'door',
  summary: 'The list a device keeps for the time without a network',
  params: eventKey,
  reply: z.object({ madeAt: instant, entries: z.array(DoorEntry) }),
  otherStatuses: { 304: 'The list with this `ETag` is still the current one' },
  problems: ['event-gone', 'door-closed'],
})

export const searchDoor = endpoint({
  method: 'GET',
  path: '/events/:id/door/search',
  access: 'door',
  summary: 'Approved attendees by name, at least three letters; a few at most',
  params: eventKey,
  query: z.strictObject({ q: text({ min: 3, max: 100, message: 'Type at least three letters' }) }),
  reply: z.array(DoorAttendee.extend({ checkedInAt: instant.nullable() })),
  problems: ['event-gone', 'door-closed'],
})

const event = z.object({ id })

export const openCheckIn = endpoint({
  method: 'POST',
  path: '/events/:id/check-in-opening',
  access: 'administrator',
  summary: 'Open check-in by hand, outside its hours, for 24 hours',
  duringMaintenance: true,
  params: event,
  reply: CheckInTimes,
  problems: ['event-gone', 'event-cancelled'],
})

export const closeCheckIn = endpoint({
  method: 'DELETE',
  path: '/events/:id/check-in-opening',
  access: 'administrator',
  summary: 'End an opening by hand: the hours of the event count again',
  duringMaintenance: true,
  params: event,
  reply: CheckInTimes,
  problems: ['event-gone'],
})

/** A volunteers' link. Its secret is returned once. */
export const DoorPass = z.object({
  id,
  label: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  expiresAt: instant,
  revokedAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
})
export type DoorPass = z.output<typeof DoorPass>

export const listDoorPasses = endpoint({
  method: 'GET',
  path: '/events/:id/door-passes',
  access: 'administrator',
  summary: "The volunteers' links of an event",
  params: event,
  reply: z.array(DoorPass),
  problems: ['event-gone'],
})

export const createDoorPass = endpoint({
  method: 'POST',
  path: '/events/:id/door-passes',
  idempotent: true,
  access: 'administrator',
  summary: "Make a volunteers' link",
  params: event,
  body: z.strictObject({
    label: text({ min: 1, max: 40, message: 'Give the link a name, for instance the gate' }),
    hours: whole(1, 24 * 14, { outside: 'Must be between 1 and 336 hours' }).default(24),
  }),
  reply: DoorPass.extend({ url: z.string() }),
  status: 201,
  problems: ['event-gone'],
})

export const revokeDoorPass = endpoint({
  method: 'DELETE',
  path: '/events/:id/door-passes/:passId',
  access: 'administrator',
  summary: "Revoke a volunteers' link",
  params: event.extend({ passId: id }),
  reply: DoorPass,
  problems: ['event-gone'],
})

/** One line of the door's log, failed scans included. */
export const DoorScan = z.object({
  id: count,
  at: instant,
  receivedAt: instant,
  result: scanResult,
  gate: z.string(),
  by: z.string(),
  /** True for an offline scan of a code that another device had let in; organisers should check it. */
  conflict: z.boolean(),
  undone: z.boolean(),
  attendee: DoorAttendee.nullable(),
})
export type DoorScan = z.output<typeof DoorScan>

export const listDoorScans = endpoint({
  method: 'GET',
  path: '/events/:id/scans',
  access: 'administrator',
  summary: 'What happened at the door, the newest first',
  params: event,
  query: listQuery({ columns: ['at'], sort: 'at', limit: 100 })
    .pick({ limit: true, cursor: true })
    .extend({ only: z.enum(['conflicts', 'failed']).optional() }),
  reply: z.array(DoorScan),
  problems: ['event-gone'],
})
