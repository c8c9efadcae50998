import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EntryKind, Manifest, manifestName, parseEntryName } from './manifest.ts'
import { hashWhile, LineFile, readLines, sumLine } from './sums.ts'
import { DamagedArchive, readTar } from './tar.ts'

/** Far more than any has; it is read into memory. */
const largestManifest = 4 * 1024 * 1024

export type VerifiedArchive = {
  manifest: Manifest
  /** Of the list of hashes: stands for everything in the archive. */
  identity: string
}

/** Reads all of it and compares every hash, before anything is done with it. */
export async function verifyArchive(path: string): Promise<VerifiedArchive> {
  const file = await openArchive(path)
  const seen = await LineFile.create(join(tmpdir(), `week-sums-${randomBytes(6).toString('hex')}`))
  try {
    return await compareHashes(file, seen)
  } finally {
    await file.close()
    await seen.remove()
  }
}

async function compareHashes(file: FileHandle, seen: LineFile): Promise<VerifiedArchive> {
  let manifest: Manifest | undefined
  let identity: string | undefined
  for await (const { name, size, bytes } of readTar(file)) {
    if (identity) throw new DamagedArchive('The archive goes on behind its list of hashes.')
    const kind = parseEntryName(name)
    if (kind === undefined) throw new DamagedArchive(`${name} does not belong in an archive.`)
    if (kind === 'sums') {
      identity = (await seen.finish()).sha256
      await compareLines(seen.lines(), readLines(bytes))
      continue
    }
    const hashed = hashWhile(bytes)
    if (kind === 'manifest') manifest = await parseManifest(hashed.bytes, size)
    else await readToEnd(hashed.bytes)
    await seen.add(sumLine(hashed.digest(), name))
  }
  if (!manifest || !identity) throw new DamagedArchive('The archive has no end: it was not written to the last.')
  return { manifest, identity }
}

export type ArchiveEntry = {
  kind: Exclude<EntryKind, 'manifest' | 'sums' | undefined>
  size: number
  bytes: AsyncIterable<Buffer>
}

/** Rows and files once more, in their order. Throws at the end unless they are what `verifyArchive` saw. */
export async function* readEntries(path: string, identity: string): AsyncGenerator<ArchiveEntry> {
  const file = await openArchive(path)
  const lines = createHash('sha256')
  try {
    for await (const { name, size, bytes } of readTar(file)) {
      const kind = parseEntryName(name)
      const hashed = hashWhile(bytes)
      if (typeof kind === 'object') yield { kind, size, bytes: hashed.bytes }
      else await readToEnd(hashed.bytes)
      if (kind !== 'sums') lines.update(sumLine(hashed.digest(), name))
    }
  } finally {
    await file.close()
  }
  if (lines.digest('hex') !== identity) throw new DamagedArchive('The archive changed while it was read.')
}

/** In the order of the archive: the first line that differs names what is damaged. */
async function compareLines(seen: AsyncIterable<string>, listed: AsyncGenerator<string>) {
  for await (const line of seen) {
    const { value } = await listed.next()
    if (value !== line) throw new DamagedArchive(`The archive is damaged: ${line.slice(66)} is not what was written.`)
  }
  if (!(await listed.next()).done) throw new DamagedArchive('The archive lacks files that it lists.')
}

async function parseManifest(bytes: AsyncIterable<Buffer>, size: number): Promise<Manifest> {
  if (size > largestManifest) throw new DamagedArchive('The manifest is too large.')
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  const parsed = Manifest.safeParse(parseJson(Buffer.concat(chunks).toString('utf8')))
  if (parsed.data) return parsed.data
  throw new DamagedArchive(`${manifestName} is not one of this product, or of a release that writes another form.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readToEnd(bytes: AsyncIterable<Buffer>) {
  for await (const _ of bytes);
}

function openArchive(path: string): Promise<FileHandle> {
  return open(path, 'r').catch((error: Error) => {
    throw new Error(`The archive cannot be read: ${error.message}`)
  })
}
