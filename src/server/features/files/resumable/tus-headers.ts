import type { IncomingHttpHeaders } from 'node:http'
import { NewUpload } from '#contract/files/endpoints.ts'
import { tus } from '#contract/files/tus-protocol.ts'
import { Problem } from '#server/platform/errors/problem.ts'

/** Every tus request except OPTIONS must name its protocol version. */
export function requireVersion({ 'tus-resumable': version }: IncomingHttpHeaders) {
  if (version !== tus.version) throw new Problem('tus-version')
}

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined

/** Parses the headers of a tus creation into a grant request. Unknown values are left out. */
export function readMetadata(headers: IncomingHttpHeaders) {
  const size = wholeNumber(headers['upload-length'])
  if (size === undefined)
    throw new Problem('invalid-input', { sentence: 'Upload-Length must be the size of the file in bytes.' })
  const given = parseMetadata(headers['upload-metadata'])
  const { filename, name, filetype, type, taskId, position, purpose, fileKey } = given
  return NewUpload.parse({
    fileName: filename ?? name,
    size,
    contentType: filetype ?? type ?? '',
    ...(purpose === undefined ? {} : { purpose }),
    ...(taskId === undefined ? {} : { taskId }),
    ...(fileKey === undefined ? {} : { fileKey }),
    ...(position === undefined ? {} : { position: wholeNumber(position) ?? -1 }),
  })
}

/** `key base64,key base64`; a key may stand alone. */
function parseMetadata(header: string | string[] | undefined): Record<string, string | undefined> {
  const values: Record<string, string> = Object.create(null)
  for (const pair of [header ?? ''].flat().join(',').split(',')) {
    const [key = '', value = ''] = pair.trim().split(' ')
    if (key) values[key] = Buffer.from(value, 'base64').toString('utf8')
  }
  return values
}

/** The offset of a piece's first byte. */
export function offsetOf({ 'upload-offset': given }: IncomingHttpHeaders): number {
  const offset = wholeNumber(given)
  if (offset === undefined)
    throw new Problem('invalid-input', { sentence: 'Upload-Offset must be the number of the first byte.' })
  return offset
}

export const createdHeaders = ({ url, expiresAt }: { url: string; expiresAt: Date }) => ({
  'tus-resumable': tus.version,
  location: url,
  'upload-expires': expiresAt.toUTCString(),
})
