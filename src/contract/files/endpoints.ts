import { z } from 'zod'
import { boundedText, count, formattedText, id, instant, text, whole } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { extensions, maxFileBytes } from '../media-types.ts'

/**
 * What a file is for decides how large it may be, what it may hold, and who reads it once it is in use: the company that sent
 * it (and administrators, who read everything), or everyone inside. Administrators' screens
 * hear of `topic` when a file in use becomes ready.
 */
export const purposes = {
  proof: {
    folder: 'proofs',
    maxBytes: maxFileBytes,
    types: ['image/jpeg', 'image/png', 'video/mp4', 'video/quicktime'],
    readers: 'owner',
    topic: 'proofs',
  },
  logo: { folder: 'logos', maxBytes: 10_485_760, types: ['image/jpeg', 'image/png'], readers: 'everyone-signed-in' },
} as const
export type Purpose = keyof typeof purposes

/** Names carry 128 random bits: what nobody was told, nobody finds. */
export const storedPath = formattedText(/^(proofs|logos)\/[0-9a-f]{32}\.(jpg|png|mp4|mov)$/, {
  max: 43,
  message: 'This file was not found. Please upload it again.',
})

/** How a path of the API names a stored file. */
export const fileParams = z.object({ folder: boundedText(60), name: boundedText(60) })
/** The permission to send one file, in the query of where it is sent. */
export const grantQuery = z.object({ grant: boundedText(200) })

export const NewUpload = z.strictObject({
  fileName: text({ min: 1, max: 300, message: 'The file needs a name' }),
  size: z.int('The size must be a whole number').min(0).max(Number.MAX_SAFE_INTEGER),
  contentType: boundedText(100),
  purpose: z.enum(['proof', 'logo']).default('proof'),
  /** The task whose proof it is collected for: it joins the company's draft of it. */
  taskId: id.optional(),
  /** Its place in the draft of that task: the order in which files were chosen on a device. Without it, it comes last. */
  position: whole(0, 1_000_000).optional(),
  /** Made when the file was chosen. Asked again with the same key for the same task, the answer is the same upload: it is never there twice. */
  fileKey: formattedText(/^[\w-]{16,64}$/, {
    max: 64,
    message: 'The key of a file has 16 to 64 letters, digits, hyphens or underscores',
  }).optional(),
})

export const Grant = z.object({
  method: z.literal('PUT'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  path: storedPath,
  /** A file with this key is there already: nothing is to be sent. */
  isStored: z.boolean().optional(),
})
export type Grant = z.output<typeof Grant>

export const grantUpload = endpoint({
  method: 'POST',
  path: '/uploads',
  access: 'company',
  summary: 'Allow one file: then send its raw bytes to `url`',
  body: NewUpload,
  reply: Grant,
  status: 201,
  problems: [
    'file-too-large',
    'file-empty',
    'file-type',
    'quota-full',
    'storage-full',
    'storage-unavailable',
    'no-company',
    'task-gone',
    'task-closed',
    'draft-full',
  ],
})

/** A file that was uploaded and not used yet: part of the draft of a proof, or of none. */
export const WaitingFile = z.object({
  path: storedPath,
  fileName: z.string(),
  size: count,
  type: z.string(),
  /** The task whose draft it belongs to. */
  taskId: id.nullable(),
  /** `preparing` until it was looked at; only a `ready` one can be part of a proof. */
  state: z.enum(['preparing', 'ready', 'refused']),
  /** Why it was refused, in a sentence. */
  reason: z.string().nullable(),
  /** Of the bytes as they were sent, once it was looked at: the same photo twice can be told by it. */
  sha256: z.string().nullable(),
  /** `h264`, `hevc` and so on; null for photos and before it was looked at. */
  videoCodec: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  uploadedAt: instant,
  senderName: z.string().nullable(),
})
export type WaitingFile = z.output<typeof WaitingFile>

export const listWaitingFiles = endpoint({
  method: 'GET',
  path: '/uploads',
  access: 'company',
  summary: 'Files of this company that were uploaded and not used yet',
  reply: z.array(WaitingFile),
})

export const deleteWaitingFile = endpoint({
  method: 'DELETE',
  path: '/uploads/:folder/:name',
  access: 'company',
  summary: 'Delete an unused upload',
  params: fileParams,
  reply: z.object({ message: z.string() }),
  problems: ['no-company'],
})

/** Where a stored file is read through the server. */
export const fileUrl = (path: string) => `/api/files/${path}`

/** Something to look at: a short-lived address, and a small picture where there is one. */
export const ViewableFile = z.object({
  path: z.string(),
  url: z.string(),
  thumbnailUrl: z.string().nullable(),
  type: z.string(),
  /** When the camera took it, if it said so; kept for reviewers although the file no longer tells. */
  capturedAt: z.string().nullable(),
  /** False while the place and the device are still being taken out of it: nobody else sees it before. */
  ready: z.boolean(),
  /** `h264`, `hevc` and so on: not every browser plays every one. Null for photos. */
  videoCodec: z.string().nullable(),
  /** The first name of the colleague who added it by a team link, if there was one who gave it. */
  senderName: z.string().nullable(),
})
export type ViewableFile = z.output<typeof ViewableFile>

const fileTypes = Object.keys(extensions)

/** Where a grant leads while files are kept on the server's disk; an S3 store has addresses of its own. */
export const putUpload = endpoint({
  method: 'PUT',
  path: '/uploads/:folder/:name',
  access: 'public',
  summary: 'The raw bytes of a granted file',
  params: fileParams,
  query: grantQuery,
  bodyContentType: fileTypes,
  reply: z.object({ path: storedPath }),
  status: 201,
  problems: [
    'grant-spent',
    'file-exists',
    'file-cut',
    'file-too-large',
    'file-type',
    'storage-full',
    'storage-unavailable',
    'too-slow',
  ],
})

export const readFile = endpoint({
  method: 'GET',
  path: '/files/:folder/:name',
  access: 'signed-in',
  summary: 'A stored file, whole or the part that `Range` asks for',
  params: fileParams,
  reply: z.string(),
  contentType: fileTypes,
  otherStatuses: { 206: 'The part that was asked for' },
  problems: ['storage-unavailable'],
})
