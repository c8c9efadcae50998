import { z } from 'zod'
import { boundedText, count, id, instant, personName } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Grant, NewUpload, WaitingFile } from '../files/endpoints.ts'
import { ResumableUpload } from '../files/tus.ts'
import { mostCollected } from './draft.ts'
import { contentType, mostFiles } from './endpoints.ts'

/** A link expires with its task, and after this many days at the latest. */
export const captureLinkDays = 14
/** The limit of active links per task. */
export const mostCaptureLinks = 10
/** The limit of files per guest device in a draft. */
export const mostFilesPerGuest = 20
/** Reserves room in a draft for a whole proof by the company. */
export const mostWithGuests = mostCollected - mostFiles
/** The daily limit of files by team links from one address: four times as many as a proof has. */
export const mostFilesPerAddress = 40

/** A link by which colleagues without an account add files to the draft of one task. */
export const CaptureLink = z.object({
  id,
  taskId: id,
  createdAt: instant,
  expiresAt: instant,
  revokedAt: instant.nullable(),
  /** Counts devices that have added files by it. */
  guests: count,
})
export type CaptureLink = z.output<typeof CaptureLink>

/** Only this reply has the address: the server stores the hash of its secret. */
export const NewCaptureLink = CaptureLink.extend({ url: z.string() })
export type NewCaptureLink = z.output<typeof NewCaptureLink>

const params = z.object({ id })

export const createCaptureLink = endpoint({
  method: 'POST',
  path: '/tasks/:id/capture-links',
  access: 'company',
  summary: 'Make a link with which colleagues add photos to the draft of a task, without an account',
  params,
  reply: NewCaptureLink,
  status: 201,
  problems: ['task-gone', 'task-closed', 'no-company', 'too-many-capture-links', 'proof-exists'],
})

export const listCaptureLinks = endpoint({
  method: 'GET',
  path: '/tasks/:id/capture-links',
  access: 'company',
  summary: 'The links of a task that work now',
  params,
  reply: z.array(CaptureLink),
  problems: ['no-company'],
})

export const revokeCaptureLink = endpoint({
  method: 'DELETE',
  path: '/capture-links/:id',
  access: 'company',
  summary: 'Revoke a link at once; what was added by it stays in the draft',
  params,
  reply: CaptureLink,
  problems: ['no-company'],
})

/** A guest's view of a file from the same device. */
export const GuestFile = WaitingFile.pick({
  path: true,
  fileName: true,
  size: true,
  type: true,
  state: true,
  reason: true,
})
export type GuestFile = z.output<typeof GuestFile>

/** A colleague's view of a team link: the task, and only the files of that device. */
export const Capture = z.object({
  companyName: z.string(),
  taskTitle: z.string(),
  taskDescription: z.string().nullable(),
  contentType,
  /** After submission no file can be added or removed. */
  isHandedIn: z.boolean(),
  expiresAt: instant,
  /** Days for which files are kept after the review, for the notice. */
  filesKeptDays: count,
  /** Visible to the company and to reviewers. */
  firstName: z.string().nullable(),
  files: z.array(GuestFile),
})
export type Capture = z.output<typeof Capture>

const guestProblems = ['capture-link-closed', 'guest-device'] as const

export const readCapture = endpoint({
  method: 'GET',
  path: '/capture',
  access: 'guest',
  summary: 'The task of a team link, and the files that this device has added',
  reply: Capture,
  problems: guestProblems,
})

export const followCapture = endpoint({
  method: 'GET',
  path: '/capture/stream',
  access: 'guest',
  summary: 'Server-sent events: an event without data whenever the answer of `GET /capture` may have changed',
  reply: z.string(),
  contentType: 'text/event-stream',
  problems: guestProblems,
})

export const nameGuest = endpoint({
  method: 'PATCH',
  path: '/capture',
  access: 'guest',
  summary: 'Say who adds photos from this device; an empty name removes it',
  body: z.strictObject({ firstName: personName({ max: 40 }) }),
  reply: Capture,
  problems: guestProblems,
})

const GuestUpload = NewUpload.pick({ fileName: true, size: true, contentType: true, fileKey: true })

export const grantGuestUpload = endpoint({
  method: 'POST',
  path: '/capture/uploads',
  access: 'guest',
  summary: 'Allow one file of a guest: then send its raw bytes to `url`',
  body: GuestUpload,
  reply: Grant,
  status: 201,
  problems: [
    ...guestProblems,
    'file-too-large',
    'file-empty',
    'file-type',
    'quota-full',
    'storage-full',
    'storage-unavailable',
    'draft-full-for-guests',
    'guest-full',
    'guest-address-full',
    'proof-exists',
    'task-gone',
    'task-closed',
  ],
})

export const createResumableGuestUpload = endpoint({
  method: 'POST',
  path: '/capture/uploads/tus',
  access: 'guest',
  summary:
    'Allow one file of a guest that is sent in pieces (tus 1.0): `Upload-Length`, and `filename` and `filetype` in `Upload-Metadata`',
  reply: ResumableUpload,
  status: 201,
  problems: [...(grantGuestUpload.problems ?? []), 'tus-version'],
})

const file = z.object({ name: boundedText(60) })

export const deleteGuestFile = endpoint({
  method: 'DELETE',
  path: '/capture/files/:name',
  access: 'guest',
  summary: 'Remove an own file, until the proof is submitted',
  params: file,
  reply: Capture,
  problems: [...guestProblems, 'proof-exists'],
})

export const readGuestThumbnail = endpoint({
  method: 'GET',
  path: '/capture/files/:name/thumbnail',
  access: 'guest',
  summary: 'A small picture of an own file',
  params: file,
  reply: z.string(),
  contentType: 'image/jpeg',
  problems: [...guestProblems, 'storage-unavailable'],
})
