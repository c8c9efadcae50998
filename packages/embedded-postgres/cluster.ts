import { randomBytes } from 'node:crypto'
import { chmod, chown, lchown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { find, flush, listFilesIn, textOf } from './files.ts'
import { cleanEnvironment, type Identity, run } from './processes.ts'

/** The launcher uses this role; the product connects as a role that owns one database and no more. */
export const superuser = 'postgres'

/**
 * PostgreSQL refuses to run as root. An existing data folder keeps its owner; new data goes to an unprivileged user.
 * Undefined: run as the current user.
 */
export async function chooseServerUser(dbDir: string): Promise<Identity | undefined> {
  const me = process.getuid?.()
  const owner = await find(dbDir)
  if (me !== 0) {
    if (!owner || owner.uid === me) return undefined
    throw new Error(
      `The database in ${dbDir} belongs to another user (number ${owner.uid}). Start the program as that user or as root, or give the folder to this user.`,
    )
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)])
    if (uid && gid) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this system has neither a user "postgres" nor "nobody" to run it. Start the program as an ordinary user, or set DATABASE_URL.',
  )
}

async function idOf(which: '-u' | '-g', name: string): Promise<number | undefined> {
  try {
    return Number((await run('id', [which, name], { env: cleanEnvironment })).stdout)
  } catch {
    return undefined
  }
}

/**
 * Working directory for PostgreSQL. The child process enters it before it drops root, so parent folders may be closed
 * to the server's user.
 */
export const workingFolder = (folder: string) => (process.platform === 'linux' ? '/proc/self/cwd' : folder)

/** A PostgreSQL upgrade builds the new database here before it replaces the old one. */
export const upgradeFolderOf = (dbDir: string) => `${dbDir}-upgrade`
export const upgradedFolderOf = (dbDir: string) => join(upgradeFolderOf(dbDir), 'db')

/** Creates the database on the first start; later starts fix the folder's owner and permissions for PostgreSQL. */
export async function prepareCluster(
  dataDir: string,
  dbDir: string,
  binaries: Binaries,
  runAs: Identity | undefined,
  privateFolder: string,
): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('db.new-')) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20 })
  }
  if (!(await find(dbDir)) || (await readdir(dbDir)).length === 0) {
    if (await find(upgradedFolderOf(dbDir)))
      throw new Error(`The upgrade of the database in ${dbDir} was cut off. Run \`npm run upgrade-postgres\` again.`)
    await createCluster(dataDir, binaries, runAs, privateFolder)
    return
  }
  const major = await majorOf(dbDir)
  if (!major) throw new Error(`${dbDir} holds something that is not a database. Move it away, or set DATA_DIR.`)
  if (major !== binaries.major) {
    throw new Error(
      `The database in ${dbDir} was made by PostgreSQL ${major}, but this program brings PostgreSQL ${binaries.major}, which cannot read it. Move it over with \`npm run upgrade-postgres\`, or use the version of the program that made it.`,
    )
  }
  await giveToServer(dbDir, runAs)
}

export const majorOf = async (dbDir: string): Promise<string | undefined> =>
  (await textOf(join(dbDir, 'PG_VERSION')))?.trim()

async function createCluster(dataDir: string, binaries: Binaries, runAs: Identity | undefined, privateFolder: string) {
  const password = randomBytes(24).toString('hex')
  const passwordFile = join(privateFolder, 'password')
  const draft = await mkdtemp(join(dataDir, 'db.new-'))
  try {
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (runAs) {
      await chown(draft, runAs.uid, runAs.gid)
      await chown(passwordFile, runAs.uid, runAs.gid)
    }
    await run(
      binaries.initdb,
      [
        ...['-D', workingFolder(draft), '-U', superuser, `--pwfile=${passwordFile}`],
        ...['--auth-local=scram-sha-256', '--auth-host=reject', '--data-checksums', '--no-instructions'],
        ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ],
      { ...runAs, cwd: draft, env: cleanEnvironment },
    )
    // The password lies within the data, so that a backup or a move keeps both together.
    const kept = join(draft, 'launcher-password')
    await writeFile(kept, password, { mode: 0o600 })
    if (runAs) await chown(kept, runAs.uid, runAs.gid)
    await flush(kept)
    await flush(draft)
    // Rename a finished database only, so a killed first start begins again.
    await rename(draft, join(dataDir, 'db'))
    await flush(dataDir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw explain(dataDir, error)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

export async function passwordOf(dbDir: string): Promise<string> {
  const password = await textOf(join(dbDir, 'launcher-password'))
  if (!password) throw new Error(`The file launcher-password is missing in ${dbDir}. Restore it from a backup.`)
  return password
}

/** PostgreSQL refuses a folder that root copied back or that was unpacked with open permissions; fix both. */
async function giveToServer(dbDir: string, runAs: Identity | undefined): Promise<void> {
  const found = await find(dbDir)
  if (runAs && found?.uid !== runAs.uid) {
    for (const path of [dbDir, ...(await listFilesIn(dbDir))]) await lchown(path, runAs.uid, runAs.gid)
  }
  if (found && (found.mode & 0o777) !== 0o700) await chmod(dbDir, 0o700)
}

function explain(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error && 'stderr' in error)) return error
  const said = String(error.stderr)
  if (/No space left on device|Disk quota exceeded/.test(said)) {
    return new Error(`The disk is full: a new database needs about 50 MB in ${dataDir}.`)
  }
  const reason = said.match(/(?:error|FATAL|PANIC): +(.*)/)?.[1] ?? error.message.trim()
  return new Error(`PostgreSQL could not make a new database in ${dataDir}: ${reason}.`)
}
