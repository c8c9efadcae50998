import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backupFolderOf } from '#server/platform/backup/archive/archive-names.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const listName = 'erased.txt'

/**
 * Writes the erased list beside the archives, as a hash of an id per line. The database rows may be lost. The list is
 * append-only, so any process may add missing hashes.
 */
export async function writeErased({ db, config }: Pick<Platform, 'db' | 'config'>) {
  const folder = backupFolderOf(config)
  const there = new Set(await readList(folder))
  const missing = (await store.listErasures(db)).filter(({ idHash }) => !there.has(idHash))
  if (missing.length === 0) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await open(join(folder, listName), 'a', 0o600)
  try {
    await file.appendFile(missing.map(({ idHash, erasedAt }) => `${idHash} ${erasedAt.toISOString()}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Merges the hashes of the database, the backup folder and the archive's folder. */
export async function listErased(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  archiveFolder?: string,
): Promise<string[]> {
  const folders = [backupFolderOf(config), ...(archiveFolder ? [archiveFolder] : [])]
  const written = await Promise.all(folders.map(readList))
  return [...new Set([...(await store.listErasures(db)).map(({ idHash }) => idHash), ...written.flat()])]
}

/** True if the backup folder lists an erasure that the database does not know, as after a restore. */
export async function hasUnknown({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<boolean> {
  const known = new Set((await store.listErasures(db)).map(({ idHash }) => idHash))
  return (await readList(backupFolderOf(config))).some((idHash) => !known.has(idHash))
}

async function readList(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, listName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => /^([0-9a-f]{64}) /.exec(line)?.[1] ?? [])
}
