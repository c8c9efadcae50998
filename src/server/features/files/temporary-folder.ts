import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hours } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as leases from './leases-store.ts'

const folderOf = ({ config }: Pick<Platform, 'config'>) => join(config.dataDir, 'tmp')
const prefix = 'prepare-'

/** Makes a folder for a single attempt. Its name is the lease, so sweeps know if it is in use. */
export async function makeTemporaryFolder(platform: Pick<Platform, 'config'>, leaseId: string): Promise<string> {
  const folder = join(folderOf(platform), prefix + leaseId)
  // Readable for the owner only, because the files are not cleaned yet.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Does nothing if the folder does not exist. */
export async function removeTemporaryFolder(platform: Pick<Platform, 'config'>, leaseId: string) {
  await rm(join(folderOf(platform), prefix + leaseId), { recursive: true, force: true })
}

/**
 * Removes the folders of killed attempts. Several processes may share the parent folder, so folders of active leases
 * stay.
 */
export async function sweepTemporaryFolders(platform: Pick<Platform, 'config' | 'db'>) {
  const names = await readdir(folderOf(platform)).catch(() => [])
  const leaseIds = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  const living = new Set(await leases.livingLeases(platform.db, leaseIds))
  for (const leaseId of leaseIds) {
    if (living.has(leaseId)) continue
    await rm(join(folderOf(platform), prefix + leaseId), { recursive: true, force: true })
  }
}

/** Releases before 0.2 prepared files in the public temporary folder, for two minutes at most. */
export async function sweepFoldersOfOldReleases() {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith('week-media-')) continue
    const folder = join(tmpdir(), name)
    const found = await lstat(folder).catch(() => undefined)
    const isAbandoned =
      found?.isDirectory() && found.uid === process.getuid?.() && found.mtimeMs < Date.now() - hours(1)
    if (isAbandoned) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
