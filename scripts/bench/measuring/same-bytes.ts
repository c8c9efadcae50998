import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { startBare } from './processes.ts'

export type Wire = { head: string[]; body: Buffer }

/** A bare server that sends the same head and the same bytes and asks for nothing. */
export function startBareLike({ head, body }: Wire, file: string, folder: string) {
  writeFileSync(file, body)
  writeFileSync(`${file}.head`, JSON.stringify(head))
  return startBare(file, folder)
}

/** The very head and bytes that go over the wire, so that the bare server sends the same. */
export function ask(port: number, path: string, headers: Record<string, string>): Promise<Wire> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers }, (response) => {
      const parts: Buffer[] = []
      // Node adds these by itself, to both.
      const own = ['date', 'connection', 'keep-alive']
      const head = Object.entries(response.headers).filter(([name]) => !own.includes(name))
      response.on('data', (part) => parts.push(part))
      response.on('end', () =>
        resolve({ head: head.flatMap(([name, value]) => [name, String(value)]), body: Buffer.concat(parts) }),
      )
    }).on('error', reject)
  })
}

export function requireAnswers<T extends { failures: number }>(measured: T): T {
  if (measured.failures > 0) throw new Error(`${measured.failures} answers were no 200`)
  return measured
}
