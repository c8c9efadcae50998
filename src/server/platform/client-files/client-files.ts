import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { asc, eq, inArray, lt } from 'drizzle-orm'
import { after, days } from '../clock.ts'
import type { Db, Tx } from '../database/client.ts'
import type { Platform } from '../platform.ts'
import { clientFiles } from './tables.ts'

/** The longest time that a tab stays open. */
const lifetime = days(30)
/** Resolution of `lastUsedAt`, to save writes. */
const precision = days(1)

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/**
 * Publishes this release's files before it answers: its pages may request them from a process of the previous release.
 */
export async function publishClientFiles({ db, clock }: Pick<Platform, 'db' | 'clock'>, clientFolder: string) {
  const folder = join(clientFolder, 'assets')
  const names = await listNames(folder)
  const now = clock.now()
  await db.transaction(async (tx) => {
    const known = await markUsed(tx, names, now)
    for (const name of names.filter((each) => !known.has(each))) {
      const file = { name, gzipped: await readGzipped(join(folder, name)), lastUsedAt: now }
      await tx.insert(clientFiles).values(file).onConflictDoNothing()
    }
  })
}

/** Deletes files of releases that have not run for a month. */
export async function sweepClientFiles({ db, clock }: Pick<Platform, 'db' | 'clock'>, clientFolder: string) {
  const names = await listNames(join(clientFolder, 'assets'))
  const now = clock.now()
  await db.transaction(async (tx) => {
    await markUsed(tx, names, now)
    await tx.delete(clientFiles).where(lt(clientFiles.lastUsedAt, after(now, -lifetime)))
  })
}

export type ClientFile = { contentType: string; gzipped: Buffer }

/** A file of another release; undefined if none had it. */
export async function findClientFile(db: Db, name: string): Promise<ClientFile | undefined> {
  const contentType = contentTypes[extname(name)]
  if (!contentType) return undefined
  const [file] = await db.select().from(clientFiles).where(eq(clientFiles.name, name))
  return file && { contentType, gzipped: file.gzipped }
}

/**
 * Updates and returns the names that exist already. Locks in one order, because several processes may start at once.
 */
async function markUsed(tx: Tx, names: string[], now: Date): Promise<Set<string>> {
  const kept = await tx
    .select({ name: clientFiles.name, lastUsedAt: clientFiles.lastUsedAt })
    .from(clientFiles)
    .where(inArray(clientFiles.name, names))
    .orderBy(asc(clientFiles.name))
    .for('update')
  const stale = kept.filter(({ lastUsedAt }) => lastUsedAt < after(now, -precision)).map(({ name }) => name)
  if (stale.length > 0) await tx.update(clientFiles).set({ lastUsedAt: now }).where(inArray(clientFiles.name, stale))
  return new Set(kept.map(({ name }) => name))
}

/** Empty without a build, as in development. */
async function listNames(folder: string): Promise<string[]> {
  const all = await readdir(folder).catch(() => [])
  return all.filter((name) => extname(name) in contentTypes).toSorted()
}

async function readGzipped(file: string): Promise<Buffer> {
  return readFile(`${file}.gz`).catch(async () => promisify(gzip)(await readFile(file)))
}
