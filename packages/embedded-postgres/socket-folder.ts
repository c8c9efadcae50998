import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failedWith, find, textOf } from './files.ts'
import type { Identity } from './processes.ts'

/** Only a part of the socket's name: nothing listens on the network. */
export const socketPort = 5432

const longestSocketPath = 103

/**
 * A folder that only the server's user (and root) can enter, with a name short enough for a socket. The data folder
 * stores its path, so a start after kill -9 reuses it.
 */
export async function makeSocketFolder(dataDir: string, runAs: Identity | undefined): Promise<string> {
  const noted = await textOf(note(dataDir))
  if (noted && (await isPrivate(noted, runAs))) return noted
  for (const parent of ['/tmp', tmpdir(), dataDir]) {
    if (Buffer.byteLength(join(parent, 'sw-XXXXXX', `.s.PGSQL.${socketPort}`)) > longestSocketPath) continue
    try {
      const folder = await mkdtemp(join(parent, 'sw-'))
      await writeFile(note(dataDir), folder)
      if (runAs) await chown(folder, runAs.uid, runAs.gid)
      return folder
    } catch (error) {
      if (!failedWith(error, 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ENOSPC')) throw error
    }
  }
  throw new Error('PostgreSQL needs a temporary folder for its socket, but neither /tmp nor TMPDIR can be written.')
}

/** Recreates a folder that a cleaner removed, and removes a killed server's socket that blocks the next server. */
export async function clearSocketFolder(folder: string, runAs: Identity | undefined): Promise<void> {
  if (!(await find(folder))) {
    await mkdir(folder, { mode: 0o700 })
    await chmod(folder, 0o700)
    if (runAs) await chown(folder, runAs.uid, runAs.gid)
  }
  if (!(await isPrivate(folder, runAs))) throw new Error(`The folder ${folder} is no longer private to the database.`)
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
}

export async function removeSocketFolder(dataDir: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await rm(note(dataDir), { force: true })
}

const note = (dataDir: string) => join(dataDir, 'socket-folder')

async function isPrivate(folder: string, runAs: Identity | undefined): Promise<boolean> {
  const found = await find(folder)
  const owner = runAs?.uid ?? process.getuid?.()
  return !!found?.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0
}
