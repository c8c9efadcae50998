import { createHash } from 'node:crypto'
import type { ArchiveKeys } from './keys.ts'
import { Manifest, manifestName, parseEntryName, places, sumsName } from './manifest.ts'
import { isSealed, openArchive } from './sealed.ts'
import { readShared } from './shared-files.ts'
import { readSharedList, type SharedFile } from './shared-list.ts'
import { checkSignature, describeSignature, parseJson, type SignatureState } from './signature.ts'
import { DamagedArchive } from './source.ts'
import { hashWhile, readLines, readToEnd, sumLine } from './sums.ts'
import { readTar, type TarEntry } from './tar.ts'

export type JudgedArchive = {
  path: string
  keys: ArchiveKeys
  manifest: Manifest
  /** The hash of the list of hashes: identifies the whole archive. */
  identity: string
  signature: SignatureState
  /** Hash of every entry by its name, for a later verified read. */
  hashes: ReadonlyMap<string, string>
  files: ReadonlySet<string>
  isEncrypted: boolean
  /** Files beside the archive, by path: all files of a nightly archive. */
  shared: ReadonlyMap<string, SharedFile>
}

/** Reads the archive once and validates all that needs no database. Writes nothing. */
export async function judgeArchive(
  path: string,
  keys: ArchiveKeys,
  { acceptUnsigned = false, readsShared = true } = {},
): Promise<JudgedArchive> {
  const isEncrypted = await isSealed(path)
  const source = await openArchive(path, keys)
  try {
    const reading = new Reading()
    for await (const entry of readTar(source)) await reading.take(entry)
    const { signatureText, ...read } = reading.finish()
    const { identity } = read
    const signature = await checkSignature(signatureText, identity, keys)
    if (signature !== 'valid' && !acceptUnsigned)
      throw new Error(`${describeSignature[signature]} If you know where it comes from, restore it with --unsigned.`)
    const archive = { path, keys, signature, isEncrypted, ...read }
    if (readsShared) for await (const { bytes } of readShared(archive)) await readToEnd(bytes)
    return archive
  } finally {
    await source.close()
  }
}

/** Far larger than any real text entry; texts are read into memory. */
const largestText = 4 * 1024 * 1024

/** State of reading an archive: a few hundred bytes of memory per file. */
class Reading {
  readonly hashes = new Map<string, string>()
  readonly files = new Set<string>()
  readonly shared = new Map<string, SharedFile>()
  #hasList = false
  readonly #rows = new Map<string, { parts: number; rows: number }>()
  #place = 0
  #fileBytes = 0
  #manifest: Manifest | undefined
  #identity: string | undefined
  #signatureText: string | undefined

  async take({ name, size, bytes }: TarEntry) {
    const kind = parseEntryName(name)
    if (kind === undefined) throw new DamagedArchive(`${name} does not belong in an archive.`)
    if (this.hashes.has(name)) throw new DamagedArchive(`${name} is twice in the archive.`)
    const place = places.indexOf(kind.is)
    if (place < this.#place) throw new DamagedArchive(`${name} is not in its place in the archive.`)
    this.#place = place
    if (kind.is === 'sums') return this.#compareSums(bytes)

    const hashed = hashWhile(bytes)
    if (kind.is === 'rows') await this.#countRows(kind, hashed.bytes)
    else if (kind.is === 'shared') await this.#takeList(hashed.bytes)
    else if (kind.is === 'file') {
      await readToEnd(hashed.bytes)
      this.files.add(kind.path)
      this.#fileBytes += size
    } else {
      if (size > largestText) throw new DamagedArchive(`${name} is too large.`)
      const text = await textOf(hashed.bytes)
      if (kind.is === 'manifest') this.#manifest = parseManifest(text)
      else this.#signatureText = text
    }
    this.hashes.set(name, hashed.digest())
  }

  finish() {
    const [manifest, identity] = [this.#manifest, this.#identity]
    if (!identity) throw new DamagedArchive('The archive has no end: it was not written to the last.')
    if (!manifest) throw new DamagedArchive('The archive has no manifest.')
    this.#compareCounts(manifest)
    const { hashes, files, shared } = this
    return { manifest, identity, signatureText: this.#signatureText, hashes, files, shared }
  }

  async #takeList(bytes: AsyncIterable<Buffer>) {
    this.#hasList = true
    for await (const file of readSharedList(bytes)) {
      if (this.files.has(file.path)) throw new DamagedArchive(`${file.path} is twice in the archive.`)
      this.files.add(file.path)
      this.shared.set(file.path, file)
      this.#fileBytes += file.size
    }
  }

  /** In COPY's text format the only line break of a row is at its end. */
  async #countRows({ table, part }: { table: string; part: number }, bytes: AsyncIterable<Buffer>) {
    const seen = this.#rows.get(table) ?? { parts: 0, rows: 0 }
    seen.parts += 1
    if (part !== seen.parts) throw new DamagedArchive(`The archive lacks rows of ${table} before part ${part}.`)
    for await (const chunk of bytes) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) seen.rows += 1
    }
    this.#rows.set(table, seen)
  }

  /** Compares in the order of the archive, so the first different line names the damaged entry. */
  async #compareSums(bytes: AsyncIterable<Buffer>) {
    const listed = readLines(bytes)
    const identity = createHash('sha256')
    for (const [name, hash] of this.hashes) {
      const line = sumLine(hash, name)
      identity.update(line)
      if (`${(await listed.next()).value}\n` !== line)
        throw new DamagedArchive(`The archive is damaged: ${name} is not what was written.`)
    }
    if (!(await listed.next()).done) throw new DamagedArchive('The archive lacks files that it lists.')
    this.#identity = identity.digest('hex')
    this.hashes.set(sumsName, this.#identity)
  }

  #compareCounts({ format, tables, files }: Manifest) {
    if (this.#hasList !== (format === 3) || (this.#hasList && this.shared.size !== this.files.size))
      throw new DamagedArchive('The archive is damaged: it is half of a night and half of another kind.')
    for (const table of this.#rows.keys()) {
      if (!tables.some(({ name }) => name === table))
        throw new DamagedArchive(`The archive has rows of ${table}, which its manifest does not list.`)
    }
    for (const { name, rows } of tables) {
      const found = this.#rows.get(name)?.rows ?? 0
      if (found !== rows) throw new DamagedArchive(`${name} should have ${rows} rows in the archive and has ${found}.`)
    }
    if ((files?.count ?? 0) !== this.files.size || (files?.bytes ?? 0) !== this.#fileBytes)
      throw new DamagedArchive(
        `The archive has ${this.files.size} files of ${this.#fileBytes} bytes; its manifest says ${files?.count ?? 0} of ${files?.bytes ?? 0}.`,
      )
  }
}

function parseManifest(text: string): Manifest {
  const parsed = Manifest.safeParse(parseJson(text))
  if (parsed.data) return parsed.data
  throw new DamagedArchive(`${manifestName} is not one of this product, or of a release that writes another form.`)
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
