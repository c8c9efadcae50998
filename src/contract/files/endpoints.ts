import { z } from 'zod'
import { boundedText, count, formattedText, id, instant, text, whole } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { extensions, maxFileBytes } from '../media-types.ts'

/**
 * The purpose of a file decides its size limit, its formats and its readers: the sending company, or everyone signed
 * in; administrators read every file. Administrators' screens refetch `topic` when a file in use becomes ready.
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

/** Names carry 128 random bits, so they cannot be guessed. */
export const storedPath = formattedText(/^(proofs|logos)\/[0-9a-f]{32}\.(jpg|png|mp4|mov)$/, {
  max: 43,
  message: 'This file was not found. Please upload it again.',
})

/** Path parameters of a stored file. */
export const fileParams = z.object({ folder: boundedText(60), name: boundedText(60) })
/** The permission to send one file, in the query of the upload address. */
export const grantQuery = z.object({ grant: boundedText(200) })

export const NewUpload = z.strictObject({
  fileName: text({ min: 1, max: 300, message: 'The file needs a name' }),
  size: z.int('The size must be a whole number').min(0).max(Number.MAX_SAFE_INTEGER),
  contentType: boundedText(100),
  purpose: z.enum(['proof', 'logo']).default('proof'),
  /** The task whose draft the file joins. */
  taskId: id.optional(),
  /** The position in the draft: the order of choosing on a device. The default is the end. */
  position: whole(0, 1_000_000).optional(),
  /** Idempotency key from choosing the file. A repeat for the same task returns the same upload. */
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
  /** True if a file with this key is stored already: the client sends nothing. */
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

/** An uploaded file not yet part of a proof: in a draft or in none. */
export const WaitingFile = z.object({
  path: storedPath,
  fileName: z.string(),
  size: count,
  type: z.string(),
  /** The task whose draft it belongs to. */
  taskId: id.nullable(),
  /** `preparing` until it was checked; only a `ready` file can be part of a proof. */
  state: z.enum(['preparing', 'ready', 'refused']),
  /** The reason for the refusal, in a sentence. */
  reason: z.string().nullable(),
  /** The hash of the bytes as sent, once checked: it identifies duplicates. */
  sha256: z.string().nullable(),
  /** `h264`, `hevc` and so on; null for photos and before the check. */
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

/** The address of a stored file on the server. */
export const fileUrl = (path: string) => `/api/files/${path}`

/** A viewable file: a short-lived address, and a thumbnail if it has one. */
export const ViewableFile = z.object({
  path: z.string(),
  url: z.string(),
  thumbnailUrl: z.string().nullable(),
  type: z.string(),
  /** The camera's capture time, if the file had one; kept for reviewers although it is removed from the file. */
  capturedAt: z.string().nullable(),
  /** False until location and device are removed from the file; only its sender sees it before. */
  ready: z.boolean(),
  /** `h264`, `hevc` and so on, since browsers differ in which they play. Null for photos. */
  videoCodec: z.string().nullable(),
  /** The first name of the colleague who added it by a team link, if given. */
  senderName: z.string().nullable(),
})
export type ViewableFile = z.output<typeof ViewableFile>

const fileTypes = Object.keys(extensions)

/** The target of a grant while files are on the server's disk; an S3 store has signed addresses. */
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
