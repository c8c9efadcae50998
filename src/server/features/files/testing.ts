import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import sharp from 'sharp'
import type { Db } from '#server/platform/database/client.ts'
import { eventually } from '#server/testing/eventually.ts'
import { patiently } from '#server/testing/guards.ts'
import type { Caller } from '#server/testing.ts'
import { uploads } from './tables.ts'

/** A small random picture. */
export async function aPicture(): Promise<Buffer> {
  const raw = { width: 32, height: 24, channels: 3 } as const
  return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .jpeg()
    .toBuffer()
}

type Wish = {
  fileName?: string
  contentType?: string
  size?: number
  purpose?: 'proof' | 'logo'
  taskId?: string | undefined
  position?: number
  fileKey?: string
}

export const askForGrant = (company: Caller, bytes: Buffer, wish: Wish = {}) =>
  company('POST', '/api/uploads', {
    fileName: 'run.jpg',
    size: bytes.length,
    contentType: 'image/jpeg',
    ...wish,
  })

export async function send(grant: { url: string; headers: Record<string, string> }, bytes: Buffer) {
  const reply = await fetch(grant.url, { method: 'PUT', body: new Uint8Array(bytes), headers: grant.headers })
  return { status: reply.status, body: JSON.parse(await reply.text()) }
}

/** Sends the first half and holds back the rest, so the upload runs until the test finishes it. */
export function beginUpload(url: string, bytes: Buffer) {
  const sending = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', 'content-length': bytes.length },
  })
  const answer = new Promise<{ status?: number; body: { code?: string } }>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }))
    })
  })
  sending.write(bytes.subarray(0, bytes.length / 2))
  return { answer, end: () => sending.destroy() }
}

/** Uploads a single file and returns its path. */
export async function uploaded(company: Caller, bytes?: Buffer, wish?: Wish): Promise<string> {
  const sent = bytes ?? (await aPicture())
  const grant = await patiently(() => askForGrant(company, sent, wish))
  if (grant.status !== 201) throw new Error(`grant failed: ${grant.text}`)
  const { status, body } = await patiently(() => send(grant.body, sent))
  if (status !== 201) throw new Error(`upload failed: ${body.message}`)
  return grant.body.path
}

/** The stored and begun files, without the identity of the folder itself. */
export const keptFiles = ({ filesFolder }: { filesFolder: string }) =>
  readdirSync(filesFolder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'identity',
  )

/** Waits until neither bytes nor a row are left, as if the upload had never been tried. */
export const nothingIsLeft = (server: { filesFolder: string; db: Db }, within?: number) =>
  eventually(
    async () => keptFiles(server).length === 0 && (await server.db.$count(uploads)) === 0,
    'everything to be gone',
    within,
  )

export async function sixPictures(company: Caller): Promise<string[]> {
  const paths: string[] = []
  for (let n = 0; n < 6; n++) paths.push(await uploaded(company))
  return paths
}
