import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { extensions } from '#contract/uploads.ts'
import { Problem } from '../errors/problem.ts'
import type { FileStore } from './storage.ts'

export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  /** Whose pages may send files to the store. */
  origin: string
}

const grantSeconds = 15 * 60
const readSeconds = 5 * 60

/** Any S3 store with a private bucket. The browser sends and reads with addresses we sign for one object each. */
export async function openS3Store({ endpoint, region, bucket, origin, ...keys }: S3Settings): Promise<FileStore> {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: keys.forcePathStyle,
    credentials: { accessKeyId: keys.accessKeyId, secretAccessKey: keys.secretAccessKey },
    // Older gateways refuse the checksums that newer clients add by themselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  })
  // Where the key may not set it, the README gives the rule to set by hand.
  const cors = {
    CORSRules: [
      { AllowedOrigins: [origin], AllowedMethods: ['PUT', 'GET'], AllowedHeaders: ['*'], ExposeHeaders: ['ETag'] },
    ],
  }
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: cors })).catch(() => undefined)
  const object = (path: string) => ({ Bucket: bucket, Key: path })

  return {
    async directUpload(path, size, type) {
      const command = new PutObjectCommand({
        ...object(path),
        ContentType: type,
        ContentLength: size,
        IfNoneMatch: '*',
      })
      const url = await getSignedUrl(client, command, {
        expiresIn: grantSeconds,
        signableHeaders: new Set(['content-type', 'content-length', 'if-none-match', 'host']),
        unhoistableHeaders: new Set(['if-none-match']),
      })
      return { url, headers: { 'content-type': type, 'if-none-match': '*' } }
    },

    async write(path, bytes, size) {
      const hash = createHash('sha256')
      const hashing = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          done(null, chunk)
        },
      })
      bytes.pipe(hashing)
      await send(client.send(new PutObjectCommand({ ...object(path), Body: hashing, ContentLength: size })))
      return { size, sha256: hash.digest('hex') }
    },

    async replace(path, localFile, type) {
      const { size } = await stat(localFile)
      const body = createReadStream(localFile)
      await send(
        client.send(new PutObjectCommand({ ...object(path), Body: body, ContentLength: size, ContentType: type })),
      )
    },

    async read(path, range) {
      const wanted = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const { Body } = await send(client.send(new GetObjectCommand({ ...object(path), ...wanted })))
      return Body as Readable
    },

    sizeOf: (path) =>
      client.send(new HeadObjectCommand(object(path))).then(
        ({ ContentLength }) => ContentLength,
        (error: { $metadata?: { httpStatusCode?: number } }) => {
          if (error.$metadata?.httpStatusCode === 404) return undefined
          throw new Problem('storage-unavailable')
        },
      ),

    async copyTo(path, localFile) {
      const { Body } = await send(client.send(new GetObjectCommand(object(path))))
      await pipeline(Body as Readable, createWriteStream(localFile))
    },

    readUrl: (path) => {
      const type = Object.entries(extensions).find(([, extension]) => path.endsWith(`.${extension}`))?.[0]
      return getSignedUrl(client, new GetObjectCommand({ ...object(path), ResponseContentType: type }), {
        expiresIn: readSeconds,
      })
    },

    async remove(path) {
      await send(client.send(new DeleteObjectCommand(object(path))))
    },

    // An object is there as a whole or not at all.
    tidy: async () => undefined,

    isNearlyFull: async () => false,

    async check() {
      await send(client.send(new HeadBucketCommand({ Bucket: bucket })))
    },
  }
}

const send = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new Problem('storage-unavailable')
  })
