import { randomBytes } from 'node:crypto'
import { DeleteObjectCommand, HeadBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { createS3Client, refusal, type S3Settings } from './s3-bucket.ts'
import { askWith } from './s3-deadlines.ts'
import { statusOf } from './s3-problems.ts'

type Settings = Omit<S3Settings, 'pages'>

/**
 * Checks that the keys may write to the bucket and delete in it. It leaves nothing: if the process is killed, the sweep
 * of stale uploads removes the object.
 */
export async function checkS3Keys(settings: Settings) {
  const client = createS3Client(settings)
  const ask = askWith(client)
  const object = { Bucket: settings.bucket, Key: `arriving/doctor-${randomBytes(8).toString('hex')}` }
  try {
    await ask(new HeadBucketCommand({ Bucket: settings.bucket }))
    await ask(new PutObjectCommand({ ...object, Body: '', ContentLength: 0 }))
    await ask(new DeleteObjectCommand(object))
  } catch (error) {
    throw statusOf(error) === undefined ? error : await refusal(ask, settings, error)
  } finally {
    client.destroy()
  }
}

/** Sends the preflight request of a browser that uploads from a page of this origin. */
export async function isUploadAllowedFrom(
  origin: string,
  settings: Settings,
  { servedFrom, within }: { servedFrom: string; within: number },
): Promise<boolean> {
  const folder = settings.forcePathStyle ? `/${settings.bucket}` : ''
  const reply = await fetch(`${servedFrom}${folder}/arriving/doctor`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,if-none-match',
    },
    signal: AbortSignal.timeout(within),
  })
  const allowed = reply.headers.get('access-control-allow-origin')
  const methods = reply.headers.get('access-control-allow-methods')?.toUpperCase() ?? ''
  return reply.ok && (allowed === '*' || allowed === origin) && methods.includes('PUT')
}
