import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import type { Db } from '../../database/client.ts'
import { listApplied } from '../../database/migrating/migrate.ts'
import { readSteps } from '../../database/migrating/steps.ts'
import { readRelease } from '../../project.ts'
import { syncFolder } from '../../storage/disk-parts.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { type ArchiveKey, openKeys } from './keys.ts'
import { fileEntryName, type Manifest, manifestName, signatureName, sumsName } from './manifest.ts'
import { type Room, watchRoom } from './room.ts'
import { dumpRows } from './rows.ts'
import { sealedSink } from './sealed.ts'
import { sign } from './signature.ts'
import { plainSink } from './source.ts'
import { hashWhile, sumLine } from './sums.ts'
import { writeTar } from './tar.ts'

export type BackupSource = {
  /** A direct connection that bypasses any pooler. */
  url: string
  config: Config
  /** Without `files` and `listFiles` the archive has rows only. */
  files?: FileStore
  /** The paths of all files that rows name, within this connection's snapshot. */
  listFiles?: (db: Db) => AsyncIterable<string>
  now: Date
  /** Overrides BACKUP_ENCRYPT. */
  isEncrypted?: boolean
  /** Aborts between two files or parts. */
  stopping?: AbortSignal
}

export type WrittenArchive = { manifest: Manifest; bytes: number; missingNames: string[] }

type AddEntry = (name: string, size: number, bytes: AsyncIterable<Buffer>) => Promise<void>

/** Adds the files of these paths, or their list, to the archive. `absent` are missing in the store. */
export type AddFiles = (
  paths: string[],
  addBuffer: (name: string, bytes: Buffer) => Promise<void>,
  add: AddEntry,
) => Promise<{ count: number; bytes: number; absent: string[] }>

type Writing = { key: ArchiveKey; room?: Room; addFiles?: AddFiles; format: 2 | 3 }

/**
 * Archives a running product: all rows of one snapshot, then every file that they name. Nothing is blocked. The archive
 * gets its name when it is complete on the disk.
 */
export async function writeArchive(source: BackupSource, path: string): Promise<WrittenArchive> {
  const { config, files, isEncrypted = config.encryptsBackups } = source
  const key = await openKeys(config).deriveForWriting()
  if (isEncrypted && key.kind !== 'passphrase')
    throw new Error('An archive is encrypted with BACKUP_PASSPHRASE: set it.')
  const addFiles: AddFiles | undefined = files && ((paths, _addBuffer, add) => addStoredFiles(files, paths, add))
  const room = files && watchRoom(dirname(path))
  return withBackupConnection(source, (client) =>
    writeLocked(client, { ...source, isEncrypted }, path, { key, room, addFiles, format: 2 }),
  )
}

/** Requires a connection of `withBackupConnection`, which holds the lock. */
export async function writeLocked(
  client: pg.Client,
  source: BackupSource,
  path: string,
  writing: Writing,
): Promise<WrittenArchive> {
  const partial = `${path}.partial`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await refuseExisting(path)
  // Remove the partial file of a killed backup.
  await rm(partial, { force: true })
  const file = await open(partial, 'wx', 0o600)
  try {
    const plain = writing.room?.watch(plainSink(file)) ?? plainSink(file)
    const sink = source.isEncrypted ? await sealedSink(plain, writing.key) : plain
    const written = await writeEntries(client, source, writeTar(sink), writing)
    await file.close()
    await rename(partial, path)
    await syncFolder(dirname(path))
    return written
  } finally {
    await file.close().catch(() => undefined)
    await rm(partial, { force: true })
  }
}

/** The number of missing files that are listed by name. */
const mostNamed = 20

async function writeEntries(
  client: pg.Client,
  source: BackupSource,
  tar: ReturnType<typeof writeTar>,
  { key, addFiles, format }: Writing,
): Promise<WrittenArchive> {
  const lines: string[] = []
  const add: AddEntry = async (name, size, content) => {
    source.stopping?.throwIfAborted()
    const { bytes, digest } = hashWhile(content)
    await tar.add(name, size, bytes)
    lines.push(sumLine(digest(), name))
  }
  const addBuffer = (name: string, bytes: Buffer) => add(name, bytes.length, only(bytes))

  const { config } = source
  const paths: string[] = []
  const rows = await inSnapshot(client, async () => {
    const dumped = await dumpRows(client, addBuffer)
    if (source.listFiles) for await (const path of source.listFiles(drizzle(client))) paths.push(path)
    return { ...dumped, ...(await describeDatabase(client)) }
  })
  const copied = await addFiles?.(paths, addBuffer, add)
  const manifest: Manifest = {
    format,
    product: 'sports-week',
    release: readRelease(),
    madeAt: source.now.toISOString(),
    settings: { publicUrl: config.publicUrl, timeZone: config.timeZone, files: config.s3 ? 's3' : 'disk' },
    ...rows,
    ...(copied ? { files: { count: copied.count, bytes: copied.bytes, missing: copied.absent.length } } : {}),
  }
  await addBuffer(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  const sums = Buffer.from(lines.join(''))
  await addBuffer(sumsName, sums)
  await addBuffer(signatureName, sign(key, createHash('sha256').update(sums).digest('hex')))
  return { manifest, bytes: await tar.end(), missingNames: copied?.absent.slice(0, mostNamed) ?? [] }
}

async function* only(bytes: Buffer) {
  yield bytes
}

/** Files come after rows: newer files are not needed, and the lock keeps discarded ones until the end. */
async function addStoredFiles(files: FileStore, paths: string[], add: AddEntry) {
  let count = 0
  let bytes = 0
  const absent: string[] = []
  for (const path of paths) {
    const found = await files.readWhole(path)
    if (!found) {
      absent.push(path)
      continue
    }
    await add(fileEntryName(path), found.size, found.bytes)
    count += 1
    bytes += found.size
  }
  return { count, bytes, absent }
}

async function inSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  const result = await work()
  await client.query('commit')
  return result
}

async function describeDatabase(client: pg.Client): Promise<Pick<Manifest, 'schema' | 'postgres'>> {
  const applied = await listApplied(client)
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return {
    schema: {
      name: applied.at(-1)?.name ?? '',
      hashes: applied.map(({ hash }) => hash),
      steps: await readSteps(client),
    },
    postgres: rows[0]?.server_version ?? '',
  }
}

/** While this connection has the lock, nobody removes files and no other backup runs. */
async function lockFiles(client: pg.Client) {
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.backup]).catch(() => {
    throw new Error('Another backup of this database is under way.')
  })
}

/** With files it holds the backup lock until the work is done. */
export async function withBackupConnection<T>(
  { url, files }: Pick<BackupSource, 'url' | 'files'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'sports-week backup' })
  const lost = once(client, 'error').then(([error]) => Promise.reject(error))
  lost.catch(() => undefined)
  await client.connect()
  try {
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '5s'`,
    )
    if (files) await lockFiles(client)
    return await Promise.race([work(client), lost])
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function refuseExisting(path: string) {
  const existing = await open(path, 'r').catch(() => undefined)
  await existing?.close()
  if (existing) throw new Error(`${path} exists: a backup never replaces another one.`)
}
