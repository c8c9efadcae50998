import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { tus } from '#contract/files/tus-protocol.ts'
import type { Db } from '#server/platform/database/client.ts'
import { eventually } from '#server/testing/eventually.ts'
import type { Caller } from '#server/testing.ts'
import * as store from '../store.ts'

export const speaksTus = { 'tus-resumable': tus.version }

type Metadata = Record<string, string | undefined>

export const encodeMetadata = (values: Metadata) =>
  Object.entries(values)
    .flatMap(([key, value]) => (value === undefined ? [] : `${key} ${Buffer.from(value).toString('base64')}`))
    .join(',')

/** A photo of roughly this size, with noise behind its end: many phones store a short film there. */
export function withNoise(picture: Buffer, bytes: number): Buffer {
  return Buffer.concat([picture, randomBytes(Math.max(0, bytes - picture.length))])
}

export const createUpload = (call: Caller, size: number, metadata: Metadata = {}, path = '/api/uploads/tus') =>
  call('POST', path, undefined, {
    headers: {
      ...speaksTus,
      'upload-length': String(size),
      'upload-metadata': encodeMetadata({ filename: 'run.jpg', filetype: 'image/jpeg', ...metadata }),
    },
  })

/** Creates an upload and returns its URL. */
export async function begin(call: Caller, size: number, metadata?: Metadata, path?: string): Promise<string> {
  const reply = await createUpload(call, size, metadata, path)
  if (reply.status !== 201) throw new Error(`creation failed: ${reply.text}`)
  return reply.headers.get('location') ?? ''
}

export async function head(url: string): Promise<{ status: number; offset: number }> {
  const reply = await fetch(url, { method: 'HEAD', headers: speaksTus })
  return { status: reply.status, offset: Number(reply.headers.get('upload-offset') ?? -1) }
}

export async function patch(url: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) {
  const reply = await fetch(url, {
    method: 'PATCH',
    body: new Uint8Array(bytes),
    headers: { ...speaksTus, 'content-type': tus.contentType, 'upload-offset': String(offset), ...headers },
  })
  const text = await reply.text()
  return {
    status: reply.status,
    offset: Number(reply.headers.get('upload-offset') ?? -1),
    code: text ? JSON.parse(text).code : undefined,
  }
}

/** Begins a piece and sends only part of the promised bytes; `cut` closes the connection without a reply. */
export function beginPiece(url: string, offset: number, bytes: Buffer, promised = bytes.length) {
  const { hostname, port, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const headers = { ...speaksTus, 'content-type': tus.contentType, 'upload-offset': offset, 'content-length': promised }
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`PATCH ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const sent = new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
  return {
    sent,
    send: (more: Buffer) => socket.write(more),
    status: () => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0),
    closed,
    async cut() {
      await sent
      socket.destroy()
      await closed
    },
  }
}

const pathOf = (url: string) => new URL(url).pathname.split('/').slice(-2).join('/')

/** `filesFolder` has the received bytes; with S3 they are invisible before the end of a piece. */
type Place = { db: Db; filesFolder?: string }

/**
 * Breaks the connection in the middle of a piece: the server receives all of `bytes`, but not the rest of the promised
 * length.
 */
export async function cutInTheMiddle(
  { db, filesFolder }: Place,
  url: string,
  offset: number,
  bytes: Buffer,
  promised: number,
) {
  const path = pathOf(url)
  const isReceived = async () => Boolean((await store.find(db, path))?.leaseId)
  const piece = beginPiece(url, offset, bytes, promised)
  await eventually(isReceived, 'the piece to be received')
  if (filesFolder) {
    const part = join(filesFolder, 'parts', path.replaceAll('/', '-'))
    await eventually(() => statSync(part).size === offset + bytes.length, 'its bytes to be written')
  }
  await piece.cut()
  // An earlier request would end the connection before the server has read the bytes.
  await eventually(async () => !(await isReceived()), 'the server to notice')
}
