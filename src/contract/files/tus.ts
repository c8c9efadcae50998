import { z } from 'zod'
import { count, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { fileParams, grantQuery, grantUpload, storedPath } from './endpoints.ts'
import { tus } from './tus-protocol.ts'

/** tus clients read the address from `Location`; our pages read this body. */
export const ResumableUpload = z.object({
  path: storedPath,
  /** True if a file with this key is stored already: the client sends nothing. */
  isStored: z.boolean().optional(),
})

/** The keys of `Upload-Metadata` that we read, in Base64; tus clients use the first two names. */
const metadataDescription =
  '`Upload-Length` has the size; `Upload-Metadata` has `filename`, `filetype` and, where they apply, `taskId`, `fileKey`, `position` and `purpose`'

export const createResumableUpload = endpoint({
  method: 'POST',
  path: tus.createPath,
  access: 'company',
  summary: `Allow one file that is sent in pieces (tus 1.0): ${metadataDescription}`,
  reply: ResumableUpload,
  status: 201,
  problems: [...(grantUpload.problems ?? []), 'tus-version'],
})

const ResumableState = z.object({ path: storedPath, offset: count, size: count, expiresAt: instant.nullable() })

/** Also answers `HEAD`, as tus clients expect. Reading it resumes the upload and ends an earlier connection. */
export const readResumableUpload = endpoint({
  method: 'GET',
  path: '/uploads/tus/:folder/:name',
  access: 'public',
  summary: 'How many bytes of the file have arrived; `HEAD` says it in `Upload-Offset`',
  params: fileParams,
  query: grantQuery,
  reply: ResumableState,
  problems: ['tus-version', 'upload-busy', 'file-type', 'storage-full', 'storage-unavailable'],
})

export const appendToUpload = endpoint({
  method: 'PATCH',
  path: '/uploads/tus/:folder/:name',
  access: 'public',
  summary: 'The next bytes of the file, from `Upload-Offset` on. What arrived before a cut is kept',
  params: fileParams,
  query: grantQuery,
  bodyContentType: tus.contentType,
  reply: z.undefined(),
  status: 204,
  problems: [
    'tus-version',
    'upload-offset',
    'upload-busy',
    'file-cut',
    'file-too-large',
    'file-type',
    'storage-full',
    'storage-unavailable',
    'too-slow',
  ],
})

export const endResumableUpload = endpoint({
  method: 'DELETE',
  path: '/uploads/tus/:folder/:name',
  access: 'public',
  summary: 'Give the upload up; its bytes are deleted',
  params: fileParams,
  query: grantQuery,
  reply: z.undefined(),
  status: 204,
  problems: ['tus-version'],
})
