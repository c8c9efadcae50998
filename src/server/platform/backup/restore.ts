import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { extensions } from '#contract/media-types.ts'
import type { Config } from '../config.ts'
import { applyMigrations, ensureList, readMigrations } from '../database/migrating/migrate.ts'
import { applySteps } from '../database/migrating/steps.ts'
import { readRelease } from '../project.ts'
import type { FileStore } from '../storage/file-store.ts'
import type { Manifest } from './archive/manifest.ts'
import { readEntries, type VerifiedArchive } from './archive/read-archive.ts'
import { beginLoading } from './archive/rows.ts'

export type RestoreTarget = {
  url: string
  config: Pick<Config, 'dataDir'>
  files: FileStore
  now: Date
  /** The archive was made a moment ago and nothing happened since: emails and files go on as they were. */
  isMove?: boolean
}

/** Lies in the store while files are put there, so that a restore which was cut off can be done again. */
const markName = 'restoring'

/**
 * Puts a verified archive into an empty system: the schema that it was made with, its rows, its files, and then the migrations that came
 * since. Rows are one transaction which ends when the last file is in its place: cut off at any moment, the database is empty as before.
 */
export async function restoreArchive(target: RestoreTarget, path: string, archive: VerifiedArchive) {
  const { manifest, identity } = archive
  const { known, later, begun } = splitMigrations(manifest)
  const client = new pg.Client({ connectionString: target.url, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await requireEmptyDatabase(client)
    // Rows from before an upgrade belong to the files that are there.
    if (manifest.files) await requireEmptyStore(target.files, identity)
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin')
    await ensureList(client)
    await applyMigrations(client, known)
    if (begun) await applySteps(client, begun.migration, begun.done)
    const rows = await beginLoading(client, manifest.tables, manifest.sequences)
    await withTemporaryFolder(target.config, async (folder) => {
      if (manifest.files) await mark(target.files, folder, identity)
      for await (const { kind, bytes } of readEntries(path, identity)) {
        if ('table' in kind) await rows.loadPart(kind.table, bytes)
        else await putFile(target.files, folder, kind.path, bytes)
      }
    })
    await rows.end()
    await applyMigrations(client, later)
    if (!target.isMove) await holdBack(client, target.now)
    await client.query('commit')
    await client.query('analyze')
    if (manifest.files) await target.files.remove(markName)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function holdBack(client: pg.Client, now: Date) {
  // The next start gives the folder with the files a new identity.
  await client.query('delete from files_folder')
  // They may have been sent since: somebody decides.
  await client.query(`update outbox set held_at = $1 where state = 'queued'`, [now])
  // Nobody needs an old notification: its email is held.
  await client.query('delete from push_messages')
}

/** Those that the rows have gone through, those that this release has beyond, and the first of these if it was under way. */
function splitMigrations({ schema, release }: Manifest) {
  const all = readMigrations()
  const hashes = new Set(schema.hashes)
  const known = all.filter(({ hash }) => hashes.has(hash))
  const isUnknown = schema.steps && !all.some(({ hash }) => hash === schema.steps?.hash)
  if (known.length !== hashes.size || isUnknown)
    throw new Error(
      `The archive was made by release ${release} with the schema ${schema.name}. This is release ${readRelease()}, which knows the ` +
        `schema up to ${all.at(-1)?.name}: restore with that release or a newer one.`,
    )
  const migration = all.find(({ hash }) => hash === schema.steps?.hash)
  const begun = schema.steps && migration ? { migration, done: schema.steps.done } : undefined
  return { known, later: all.filter(({ hash }) => !hashes.has(hash)), begun }
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
