import { findBinaries } from './binaries.ts'
import { chooseServerUser, majorOf } from './cluster.ts'

export { binariesPackage } from './binaries.ts'
export { chooseServerUser, superuser, upgradedFolderOf, upgradeFolderOf } from './cluster.ts'
export { lockDataFolder } from './lock.ts'

/** The major versions of PostgreSQL of a database and of the program; undefined without a database. */
export async function readMajors(dbDir: string): Promise<{ from: string; to: string } | undefined> {
  const from = await majorOf(dbDir)
  if (!from) return undefined
  const { major: to } = await findBinaries(await chooseServerUser(dbDir))
  return { from, to }
}
