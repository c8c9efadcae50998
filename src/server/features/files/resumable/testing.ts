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

/** A photo of about so many bytes: noise behind its end, which is how many phones store a short film. */
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

/** Where the pieces go. */
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

/** Begins a piece and sends only some of what it promised; `cut` ends the line without a word. */
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

/** `filesFolder` is where the bytes go; with an S3 store they are nowhere to be seen before the end of a piece. */
type Place = { db: Db; filesFolder?: string }

/** The line breaks in the middle of a piece: all of `bytes` is received, the rest of what was promised never comes. */
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
  // Whoever asks earlier ends it before it was read.
  await eventually(async () => !(await isReceived()), 'the server to notice')
}
