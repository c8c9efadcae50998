import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Logger } from 'pino'
import { extensions } from '#contract/media-types.ts'
import { minutes } from '../clock.ts'
import { Problem } from '../errors/problem.ts'
import type { FileStore } from './file-store.ts'
import { createS3Client, openBucket, type S3Settings } from './s3-bucket.ts'
import { askWith, receiveWhileMoving, sendWhileMoving } from './s3-deadlines.ts'
import { openS3Parts } from './s3-parts.ts'
import { asProblem, statusOf } from './s3-problems.ts'

const grantSeconds = 15 * 60
/** A signed read address is stable within this window, so that browsers can cache pictures. */
const readWindow = minutes(5)
const readSeconds = (2 * readWindow) / 1000

/** A file store in a private S3 bucket. Browsers upload and read through addresses signed for one object each. */
export async function openS3Store(settings: S3Settings, log: Logger): Promise<FileStore> {
  const { bucket } = settings
  const client = createS3Client(settings)
  const ask = askWith(client)
  const { check } = await openBucket(ask, settings, log)
  const object = (path: string) => ({ Bucket: bucket, Key: path })
  // Browsers write only here, even if the store ignores `if-none-match`; only the server writes served files.
  const arriving = (path: string) => object(`arriving/${path}`)
  const describe = (where: ReturnType<typeof object>) =>
    ask(new HeadObjectCommand(where)).then(
      ({ ContentLength: size = 0, ETag: version = '' }) => ({ size, version }),
      (error: unknown) => (statusOf(error) === 404 ? undefined : asProblem(Promise.reject(error))),
    )
  const sizeOf = async (where: ReturnType<typeof object>) => (await describe(where))?.size
  const find = (where: ReturnType<typeof object>) =>
    ask(new GetObjectCommand(where)).catch((error: unknown) =>
      statusOf(error) === 404 ? undefined : asProblem(Promise.reject(error)),
    )
  const { remove: removeParts, removeStale, ...parts } = openS3Parts(client, ask, bucket)
  const remove = (where: ReturnType<typeof object>) => asProblem(ask(new DeleteObjectCommand(where)))

  return {
    async directUpload(path, size, type) {
      const command = new PutObjectCommand({
        ...arriving(path),
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

    uploadedSize: (path) => sizeOf(arriving(path)),

    ...parts,

    // Clients upload directly to the store, so no grant leads here.
    write: async () => {
      throw new Problem('grant-spent')
    },

    async replace(path, localFile, type) {
      const { size } = await stat(localFile)
      const { body, signal, done } = sendWhileMoving(localFile)
      const command = new PutObjectCommand({ ...object(path), Body: body, ContentLength: size, ContentType: type })
      await asProblem(client.send(command, { abortSignal: signal })).finally(done)
    },

    async read(path, range) {
      const rangeHeader = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const { Body } = await asProblem(ask(new GetObjectCommand({ ...object(path), ...rangeHeader })))
      return Body as Readable
    },

    async readWhole(path) {
      const got = (await find(object(path))) ?? (await find(arriving(path)))
      return got?.ContentLength === undefined ? undefined : { size: got.ContentLength, bytes: got.Body as Readable }
    },
    describe: async (path) => (await describe(object(path))) ?? (await describe(arriving(path))),
    sizeOf: (path) => sizeOf(object(path)),

    async localCopyOf(path, into) {
      // A restored backup puts originals where cleaned files are.
      const got = (await find(arriving(path))) ?? (await find(object(path)))
      if (got) await asProblem(receiveWhileMoving(got.Body as Readable, createWriteStream(into)))
      return got && into
    },

    // Empty the object instead of removing it: the name stays taken while its grant is valid.
    async discardOriginal(path) {
      await asProblem(ask(new PutObjectCommand({ ...arriving(path), Body: '', ContentLength: 0 })))
    },

    readUrl: (path) => {
      const type = Object.entries(extensions).find(([, extension]) => path.endsWith(`.${extension}`))?.[0]
      const responseHeaders = { ResponseContentType: type, ResponseCacheControl: 'private, max-age=300' }
      return getSignedUrl(client, new GetObjectCommand({ ...object(path), ...responseHeaders }), {
        expiresIn: readSeconds,
        signingDate: new Date(Math.floor(Date.now() / readWindow) * readWindow),
      })
    },

    async remove(path) {
      await Promise.all([remove(object(path)), remove(arriving(path)), removeParts(path)])
    },

    async removeStaleUploads(before) {
      await removeStale(before)
      let next: string | undefined
      do {
        const page = await asProblem(
          ask(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'arriving/', ContinuationToken: next })),
        )
        const old = page.Contents?.filter(({ LastModified }) => LastModified && LastModified < before) ?? []
        for (const { Key } of old) if (Key) await remove(object(Key))
        next = page.NextContinuationToken
      } while (next)
    },

    async isEmpty() {
      const page = await asProblem(ask(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 })))
      return (page.KeyCount ?? 0) === 0
    },
    isNearlyFull: async () => false,

    check,
  }
}
