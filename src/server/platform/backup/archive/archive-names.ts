import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Manifest } from './manifest.ts'

type Folders = Pick<Config, 'dataDir' | 'backupDir'>
type Naming = Folders & Pick<Config, 'encryptsBackups'>

const plainEnd = '.tar'
const encryptedEnd = '.tar.enc'
const endOf = (isEncrypted: boolean) => (isEncrypted ? encryptedEnd : plainEnd)

export const backupFolderOf = ({ dataDir, backupDir }: Folders) => backupDir ?? join(dataDir, 'backups')

/** Sorted by name means sorted by time. */
export const nameArchive = (config: Naming, now: Date, isEncrypted = config.encryptsBackups) =>
  join(backupFolderOf(config), `${wholePrefix}${stampOf(now)}${endOf(isEncrypted)}`)

/** An archive of rows only, from before a migration. */
export const nameSnapshot = (config: Naming, migration: string, now: Date) =>
  join(backupFolderOf(config), `${rowsPrefix}${stampOf(now)}-${migration.slice(0, 4)}${endOf(config.encryptsBackups)}`)

const wholePrefix = 'backup-'
const rowsPrefix = 'before-upgrade-'

const stampOf = (now: Date) =>
  now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')

export type ListedArchive = { path: string; madeAt: Date; bytes: number }

/** Newest first: archives of the whole system, or of rows before an upgrade. */
export async function listArchives(config: Folders, kind: 'whole' | 'rows' = 'whole'): Promise<ListedArchive[]> {
  const folder = backupFolderOf(config)
  const prefix = kind === 'whole' ? wholePrefix : rowsPrefix
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.startsWith(prefix) && (name.endsWith(plainEnd) || name.endsWith(encryptedEnd)),
  )
  const listed = names.map(async (name) => {
    const { size } = await stat(join(folder, name))
    const stamp = name.slice(prefix.length, prefix.length + '2026-01-01T00-00-00Z'.length)
    return { path: join(folder, name), madeAt: new Date(stamp.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')), bytes: size }
  })
  return (await Promise.all(listed))
    .filter(({ madeAt }) => !Number.isNaN(madeAt.getTime()))
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

/** Number of kept snapshots from before upgrades; BACKUP_KEEP limits the nightly ones. */
const keptSnapshots = 14

export async function removeOldArchives(config: Folders & Pick<Config, 'backupKeep'>, kind: 'whole' | 'rows') {
  const kept = kind === 'whole' ? config.backupKeep : keptSnapshots
  for (const { path } of (await listArchives(config, kind)).slice(kept)) await rm(path, { force: true })
}

/** Removes partial files of killed backups. Only the holder of the backup lock knows that none is running. */
export async function removePartials(config: Folders) {
  const folder = backupFolderOf(config)
  const left = (await readdir(folder)).filter((name) => name.startsWith(wholePrefix) && name.endsWith('.partial'))
  for (const name of left) await rm(join(folder, name), { force: true })
}

export function describeContents({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const missing = files?.missing ? `, ${files.missing} missing` : ''
  return `${rows} rows of ${tables.length} tables, ${files?.count ?? 0} files${missing}`
}

export const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
