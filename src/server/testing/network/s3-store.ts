// The product with its files in the S3 store that `npm run test:s3` starts.
import { randomBytes } from 'node:crypto'
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { startServer } from '#server/testing.ts'
import { eventually } from '../eventually.ts'

/** Empty without a store for tests. */
export const endpoint = process.env.TEST_S3_ENDPOINT ?? ''
const key = { id: process.env.TEST_S3_ACCESS_KEY_ID ?? '', secret: process.env.TEST_S3_SECRET_ACCESS_KEY ?? '' }

export const aBucket = () => `week-${randomBytes(6).toString('hex')}`

export const settings = (bucket: string) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: key.id,
  S3_SECRET_ACCESS_KEY: key.secret,
})

export async function startWithStore(bucket = aBucket()) {
  const server = await startServer({ environment: { ...settings(bucket), LOG_LEVEL: 'info' } })
  return { ...server, bucket, objects: () => objectsIn(bucket), uploadsUnderWay: () => uploadsIn(bucket) }
}

export async function withStore(bucket?: string) {
  const server = await startWithStore(bucket)
  // A store on a busy machine may time out at the start; the next use opens it again.
  const isOpen = () =>
    server.platform.files.check().then(
      () => true,
      () => false,
    )
  await eventually(isOpen, 'the bucket')
  return server
}

function openClient() {
  const credentials = { accessKeyId: key.id, secretAccessKey: key.secret }
  return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
}

/** Multipart uploads that were not completed. */
async function uploadsIn(bucket: string): Promise<string[]> {
  const client = openClient()
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
  client.destroy()
  return Uploads.map(({ Key = '' }) => Key)
}

async function objectsIn(bucket: string) {
  const client = openClient()
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
  client.destroy()
  return Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, size: Size }))
}
