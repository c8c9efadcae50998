import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { Problem } from '../errors/problem.ts'
import type { FileStore, PartialFile, Receiving } from './file-store.ts'
import { PartSpool } from './part-spool.ts'
import { receivePiece } from './receive-piece.ts'
import { type Ask, receiveWhileMoving, sendWhileMoving } from './s3-deadlines.ts'
import { asProblem, codeOf, statusOf } from './s3-problems.ts'
import { storageProblem } from './storage-errors.ts'

/** The smallest size that stores accept for any part except the last. */
const partBytes = 5 * 1024 ** 2
/** A file up to the size of one part is uploaded as one object. */
const asOne = 'object'

type Parts = { PartNumber: number; ETag: string | undefined; Size: number }[]
type State = { parts: Parts; sent: number; tail: number }
type S3Parts = Pick<FileStore, 'beginParts' | 'arrivedSize' | 'append' | 'finishParts'> & {
  remove(path: string): Promise<void>
  removeStale(before: Date): Promise<void>
}

/**
 * Resumable uploads to S3: full parts go into a multipart upload, the rest into a tail object. The tail stores its
 * offset; a tail before newer parts is ignored.
 */
export function openS3Parts(client: S3Client, ask: Ask, bucket: string): S3Parts {
  const arriving = (path: string) => ({ Bucket: bucket, Key: `arriving/${path}` })
  const tailOf = (path: string) => ({ Bucket: bucket, Key: `arriving/${path}.tail` })

  async function listParts({ path, partsId }: PartialFile): Promise<Parts> {
    if (partsId === asOne) return []
    const { Parts = [] } = await ask(new ListPartsCommand({ ...arriving(path), UploadId: partsId }))
    return Parts.map(({ PartNumber = 0, ETag, Size = 0 }) => ({ PartNumber, ETag, Size }))
  }

  async function tailAt(path: string, from: number): Promise<number> {
    const found = await ask(new HeadObjectCommand(tailOf(path))).catch((error: unknown) => {
      if (statusOf(error) !== 404) throw error
    })
    return found?.Metadata?.from === String(from) ? (found.ContentLength ?? 0) : 0
  }

  const wholeSize = (path: string) =>
    ask(new HeadObjectCommand(arriving(path))).then(
      ({ ContentLength }) => ContentLength,
      (error: unknown) => {
        if (statusOf(error) !== 404) throw error
      },
    )

  /** Undefined after the upload was completed. */
  async function stateOf(file: PartialFile): Promise<State | undefined> {
    const { path, size, partsId } = file
    // Check this first: a complete file may still have its tail.
    if (partsId === asOne && (await wholeSize(path)) === size) return undefined
    try {
      const parts = await listParts(file)
      const sent = parts.reduce((sum, { Size }) => sum + Size, 0)
      return { parts, sent, tail: await tailAt(path, sent) }
    } catch (error) {
      if (codeOf(error) !== 'NoSuchUpload') throw error
      if ((await wholeSize(path)) === size) return undefined
      throw new Problem('not-found', { cause: error })
    }
  }

  async function send(localFile: string, command: (body: Readable) => PutObjectCommand | UploadPartCommand) {
    const { body, signal, done } = sendWhileMoving(localFile)
    // Both command types are sent the same way.
    const sending = client.send(command(body) as PutObjectCommand, { abortSignal: signal })
    return sending.finally(done)
  }

  async function receive(file: PartialFile, { parts, sent, tail }: State, piece: Receiving) {
    const { path, size, type, partsId } = file
    const localFile = join(await piece.makeFolder(), 'part')
    if (tail > 0) {
      const { Body } = await ask(new GetObjectCommand(tailOf(path)))
      await receiveWhileMoving(Body as Readable, createWriteStream(localFile, { mode: 0o600 }))
    }
    const spool = new PartSpool(
      localFile,
      { partBytes, begun: tail, sent, size },
      async (length, { start, isTail }) => {
        await piece.confirm()
        await send(localFile, (Body) => {
          const content = { Body, ContentLength: length }
          if (isTail) return new PutObjectCommand({ ...tailOf(path), ...content, Metadata: { from: String(start) } })
          if (partsId === asOne) return new PutObjectCommand({ ...arriving(path), ...content, ContentType: type })
          const PartNumber = parts.length + 1
          parts.push({ PartNumber, ETag: undefined, Size: length })
          return new UploadPartCommand({ ...arriving(path), ...content, UploadId: partsId, PartNumber })
        })
      },
    )
    await receivePiece(piece.bytes, spool, { most: size - piece.offset, signal: piece.signal })
    return spool.arrived
  }

  /** Ignores refusals for keys without the right to list: then the store's lifecycle rules remove leftovers. */
  async function abortAll(prefix: string, before?: Date) {
    const listing = ask(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }))
    const { Uploads = [] } = await listing.catch((error: unknown) => {
      const status = statusOf(error) ?? 500
      if (status < 500 || status === 501) return { Uploads: [] }
      throw error
    })
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (!Key || !UploadId || (before && !(Initiated && Initiated < before))) continue
      await ask(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch((error: unknown) => {
        if (codeOf(error) !== 'NoSuchUpload') throw error
      })
    }
  }

  return {
    async beginParts(path, size, type) {
      if (size <= partBytes) return asOne
      const begun = ask(new CreateMultipartUploadCommand({ ...arriving(path), ContentType: type }))
      const { UploadId } = await asProblem(begun)
      if (!UploadId) throw new Problem('storage-unavailable')
      return UploadId
    },

    async arrivedSize(file) {
      const state = await stored(stateOf(file))
      return state ? state.sent + state.tail : file.size
    },

    async append(file, piece) {
      const state = await stored(stateOf(file))
      if (!state || state.sent + state.tail !== piece.offset) throw new Problem('upload-offset')
      return stored(receive(file, state, piece))
    },

    async finishParts(file) {
      const { path, partsId } = file
      if (partsId !== asOne) {
        const state = await stored(stateOf(file))
        const Parts = state?.parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
        const whole = { ...arriving(path), UploadId: partsId, MultipartUpload: { Parts } }
        if (Parts) await asProblem(ask(new CompleteMultipartUploadCommand(whole)))
      }
      // The sweep removes it later if this fails.
      await ask(new DeleteObjectCommand(tailOf(path))).catch(() => undefined)
    },

    async remove(path) {
      const tail = ask(new DeleteObjectCommand(tailOf(path)))
      await asProblem(Promise.all([tail, abortAll(arriving(path).Key)]))
    },

    removeStale: (before) => asProblem(abortAll('arriving/', before)),
  }
}

/** Passes problems on; converts errors of the store or the disk into problems. */
const stored = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof Problem) throw error
    const isDiskFull = error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
    return isDiskFull ? Promise.reject(storageProblem(error)) : asProblem(Promise.reject(error))
  })
