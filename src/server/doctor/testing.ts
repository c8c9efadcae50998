import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect } from 'vitest'
import { nameArchive } from '#server/platform/backup/archive/archive-names.ts'
import { readConfig } from '#server/platform/config.ts'
import { afterTest } from '#server/testing/after-test.ts'
import { startServer } from '#server/testing.ts'
import type { Finding } from './check.ts'
import { examine } from './doctor.ts'

/** Longer than any operation takes on a busy machine. */
export const patienceOfTests = 60_000

type Situation = { environment?: Record<string, string>; administrator?: boolean; backupAt?: Date | null }

/** A running product with an administrator and a current backup, and the doctor's findings for it. */
export async function aProduct({ environment, administrator = true, backupAt = new Date() }: Situation = {}) {
  const server = await startServer({ environment })
  server.clock.followRealTime()
  if (administrator) await server.anAdmin()
  const { dataDir } = server.platform.config
  if (backupAt) {
    mkdirSync(join(dataDir, 'backups'))
    writeFileSync(nameArchive(server.platform.config, backupAt), '')
  }
  const settings = { PUBLIC_URL: server.base, DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir }
  const look = (changes: Record<string, string> = {}, parts: Parameters<typeof examine>[1] = {}) =>
    examine(readConfig({ ...settings, ...changes }), {
      patience: patienceOfTests,
      databaseVersion: 180_006,
      ...parts,
    })
  return { ...server, dataDir, look }
}

async function listen(answer: (request: IncomingMessage, reply: ServerResponse) => void): Promise<string> {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTest(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** A web server that is not the product. */
export const startSite = (status: number, headers: Record<string, string> = {}) =>
  listen((_request, reply) => reply.writeHead(status, headers).end('<h1>Under construction</h1>'))

/** A reverse proxy in front of the product, like nginx. */
export const startProxy = (base: string, added: (from: string) => Record<string, string>) =>
  listen((incoming, reply) => {
    const headers = { ...incoming.headers, ...added(incoming.socket.remoteAddress ?? '') }
    const outgoing = request(base + incoming.url, { method: incoming.method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    incoming.pipe(outgoing)
  })

/** A stand-in for an S3 store that refuses every signed call, or none, and has one CORS rule. */
export const startStore = ({ refusal = '', allowedOrigin = '*' }) =>
  listen((incoming, reply) => {
    if (incoming.method === 'OPTIONS') {
      const isAllowed = allowedOrigin === '*' || incoming.headers.origin === allowedOrigin
      const rule = { 'access-control-allow-origin': allowedOrigin, 'access-control-allow-methods': 'PUT, GET' }
      return reply.writeHead(isAllowed ? 200 : 403, isAllowed ? rule : {}).end()
    }
    incoming.resume()
    if (!refusal) return reply.writeHead(incoming.method === 'DELETE' ? 204 : 200, { etag: '"0"' }).end()
    const body = `<?xml version="1.0"?><Error><Code>${refusal}</Code><Message>no</Message></Error>`
    return reply.writeHead(403, { 'content-type': 'application/xml' }).end(incoming.method === 'HEAD' ? '' : body)
  })

export const faultsOf = (findings: Finding[]) => findings.filter(({ state }) => state === 'fault')
export const named = (findings: Finding[], name: string) => findings.find((finding) => finding.name === name)

/** Expects the planted fault and no other. */
export function expectOnlyFault(findings: Finding[], name: string, sentence: RegExp) {
  expect(faultsOf(findings).map((finding) => finding.name)).toEqual([name])
  expect(named(findings, name)?.sentence).toMatch(sentence)
  expect(named(findings, name)?.sentence).not.toContain('\n')
}
