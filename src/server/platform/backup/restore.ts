import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { extensions } from '#contract/media-types.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/client.ts'
import { describeTooOld, translateHashes } from '../database/migrating/baseline.ts'
import { applyFunctions } from '../database/migrating/functions.ts'
import { applyMigrations, ensureList, readMigrations } from '../database/migrating/migrate.ts'
import { applySteps } from '../database/migrating/steps.ts'
import { readRelease } from '../project.ts'
import type { FileStore } from '../storage/file-store.ts'
import type { JudgedArchive } from './archive/judge-archive.ts'
import type { Manifest } from './archive/manifest.ts'
import { readEntries } from './archive/read-entries.ts'
import { beginLoading } from './archive/rows.ts'
import { DamagedArchive } from './archive/source.ts'

type RestoreTarget = {
  url: string
  config: Pick<Config, 'dataDir'>
  files: FileStore
  /** The paths of all files that rows name; required for an archive with files. */
  listFiles?: (db: Db) => AsyncIterable<string>
  /** Tables whose rows are not restored. */
  notRestored?: PgTable[]
  now: Date
  /** The archive is new and nothing changed since, so emails and files continue without a hold. */
  isMove?: boolean
}

/** Marks an unfinished restore in the store, so that it can be repeated. */
const markName = 'restoring'

/**
 * Restores a judged archive into an empty system: its schema, its rows, the later migrations, then its files. Atomic:
 * the transaction commits after the last file, so an interruption leaves the database empty.
 */
export async function restoreArchive(target: RestoreTarget, archive: JudgedArchive) {
  const { manifest } = archive
  const { known, later, begun } = splitMigrations(manifest)
  const client = new pg.Client({ connectionString: target.url, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await requireEmptyDatabase(client)
    // Rows from before an upgrade belong to the existing files.
    if (manifest.files) await requireEmptyStore(target.files, archive.identity)
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin')
    await ensureList(client)
    await applyMigrations(client, known)
    if (begun) await applySteps(client, begun.migration, begun.done)
    await loadRows(client, archive)
    await applyMigrations(client, later)
    await applyFunctions(client)
    if (!target.isMove) await holdBack(client, target)
    if (manifest.files) {
      await requireSameFiles(target.listFiles?.(drizzle(client)), archive)
      await putFiles(target, archive)
    }
    await client.query('commit')
    await client.query('analyze')
    if (manifest.files) await target.files.remove(markName)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function loadRows(client: pg.Client, archive: JudgedArchive) {
  try {
    const rows = await beginLoading(client, archive.manifest.tables, archive.manifest.sequences)
    for await (const { kind, bytes } of readEntries(archive, 'rows')) await rows.loadPart(kind.table, bytes)
    await rows.end()
  } catch (error) {
    // Only errors of data, constraints and names are the archive's fault.
    if (!(error instanceof pg.DatabaseError) || !/^(22|23|42)/.test(error.code ?? '')) throw error
    throw new DamagedArchive(
      `The rows of the archive are not what its schema takes: ${error.message}. Nothing was changed.`,
    )
  }
}

/** Checks both directions: a row names every file, and every named file exists or was counted as missing. */
async function requireSameFiles(named: AsyncIterable<string> | undefined, { files, manifest }: JudgedArchive) {
  const left = new Set(files)
  const missing: string[] = []
  for await (const path of named ?? []) if (!left.delete(path)) missing.push(path)
  const [stray] = left
  if (stray) throw new DamagedArchive(`${stray} is in the archive, and no row names it. Nothing was changed.`)
  if (missing.length !== manifest.files?.missing)
    throw new DamagedArchive(
      `${missing.length} files that rows name are missing in the archive (${missing[0] ?? 'none'}); its manifest says ` +
        `${manifest.files?.missing}. Nothing was changed.`,
    )
}

/** If one file fails, removes all files again. */
async function putFiles({ files, config }: RestoreTarget, archive: JudgedArchive) {
  try {
    await withTemporaryFolder(config, async (folder) => {
      await mark(files, folder, archive.identity)
      for await (const { kind, bytes } of readEntries(archive, 'file')) await putFile(files, folder, kind.path, bytes)
    })
  } catch (error) {
    await removeAll(files, [...archive.files, markName]).catch(() => undefined)
    throw error
  }
}

/** Removes the mark last: it allows restoring the same archive again. */
async function removeAll(files: FileStore, paths: string[]) {
  for (const path of paths) await files.remove(path)
}

async function holdBack(client: pg.Client, { now, notRestored = [] }: RestoreTarget) {
  // Forget the folder's identity: the next start stores a new one.
  await client.query('delete from files_folder')
  // They may have been sent since the backup; hold them until somebody decides.
  await client.query(`update outbox set held_at = $1 where state = 'queued'`, [now])
  const db = drizzle(client)
  for (const table of notRestored) await db.delete(table)
}

/** Splits migrations: applied in the archive, later ones of this release, and the one that was running. */
function splitMigrations({ schema, release }: Manifest) {
  const all = readMigrations()
  const hashes = translateHashes(all, schema.hashes)
  if (!hashes) throw new Error(describeTooOld('The archive', release, schema.name))
  const known = all.filter(({ hash }) => hashes.includes(hash))
  const isUnknown = schema.steps && !all.some(({ hash }) => hash === schema.steps?.hash)
  if (known.length !== hashes.length || isUnknown)
    throw new Error(
      `The archive was made by release ${release} with the schema ${schema.name}. This is release ${readRelease()}, which knows the ` +
        `schema up to ${all.at(-1)?.name}: restore with that release or a newer one.`,
    )
  const migration = all.find(({ hash }) => hash === schema.steps?.hash)
  const begun = schema.steps && migration ? { migration, done: schema.steps.done } : undefined
  return { known, later: all.filter(({ hash }) => !hashes.includes(hash)), begun }
}

async function requireEmptyDatabase(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = current_schema()::text::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') limit 1`,
  )
  if (rows[0])
    throw new Error(
      `The database is not empty: it has ${rows[0].name}. A backup is restored into an empty system only: a new DATA_DIR, or a new ` +
        'database in DATABASE_URL. Nothing was changed.',
    )
}

async function requireEmptyStore(files: FileStore, identity: string) {
  if (await files.isEmpty()) return
  const begun = await files.readWhole(markName)
  if (begun && (await readText(begun.bytes)) === identity) return
  throw new Error(
    'The file store is not empty. A backup is restored into an empty system only: a new DATA_DIR, or a new bucket in S3_BUCKET. ' +
      'Nothing was changed.',
  )
}

async function readText(bytes: Readable): Promise<string> {
  let text = ''
  for await (const chunk of bytes) text += String(chunk)
  return text.trim()
}

async function mark(files: FileStore, folder: string, identity: string) {
  const local = join(folder, markName)
  await writeFile(local, `${identity}\n`)
  await files.replace(markName, local, 'text/plain')
}

async function putFile(files: FileStore, folder: string, path: string, bytes: AsyncIterable<Buffer>) {
  const local = join(folder, 'file')
  await pipeline(Readable.from(bytes), createWriteStream(local, { mode: 0o600 }))
  await files.replace(path, local, typeOf(path))
}

const typeOf = (path: string): string =>
  Object.entries(extensions).find(([, extension]) => path.endsWith(`.${extension}`))?.[0] ??
  (path.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream')

async function withTemporaryFolder(config: Pick<Config, 'dataDir'>, work: (folder: string) => Promise<void>) {
  const folder = join(config.dataDir, 'tmp', `restore-${randomBytes(6).toString('hex')}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}
