import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { makeHeader } from '#server/platform/backup/archive/tar.ts'

export type Entry = { name: string; bytes: Buffer }

/** The entries of a plain archive, read without the product's reader. */
export function entriesOf(file: string): Entry[] {
  const whole = readFileSync(file)
  const entries: Entry[] = []
  for (let at = 0; whole[at] !== 0; ) {
    const size = Number.parseInt(whole.toString('latin1', at + 124, at + 135), 8)
    const name = whole.toString('latin1', at, at + 100).replace(/\0+$/, '')
    entries.push({ name, bytes: whole.subarray(at + 512, at + 512 + size) })
    at += 512 + Math.ceil(size / 512) * 512
  }
  return entries
}

export function writeEntries(file: string, entries: Entry[]) {
  const blocks = entries.flatMap(({ name, bytes }) => [
    makeHeader(name, bytes.length),
    bytes,
    Buffer.alloc((512 - (bytes.length % 512)) % 512),
  ])
  writeFileSync(file, Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

const isSeal = (name: string) => name === 'SHA256SUMS' || name === 'signature.json'

/** Forges an archive as an attacker without the key: recomputes every hash and omits the signature. */
export function forge(file: string, change: (entries: Entry[]) => Entry[]) {
  const entries = change(entriesOf(file).filter(({ name }) => !isSeal(name)))
  const lines = entries.map(({ name, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
  writeEntries(file, [...entries, { name: 'SHA256SUMS', bytes: Buffer.from(lines.join('')) }])
}

type Manifest = {
  tables: { name: string; columns: string[]; rows: number }[]
  sequences: { name: string; lastValue: string; isCalled: boolean }[]
  files: { count: number; bytes: number; missing: number }
}

export const changeManifest = (change: (manifest: Manifest) => void) => (entries: Entry[]) =>
  entries.map((entry) => {
    if (entry.name !== 'manifest.json') return entry
    const manifest = JSON.parse(entry.bytes.toString('utf8'))
    change(manifest)
    return { ...entry, bytes: Buffer.from(JSON.stringify(manifest)) }
  })
