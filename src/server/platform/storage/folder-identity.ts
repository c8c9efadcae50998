import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../database/client.ts'
import { filesFolder } from './tables.ts'

/**
 * The files folder has an identity that the database stores. All processes must share the folder, or one would miss the
 * others' files. A process with another folder does not start.
 */
export async function requireSameFolder(db: Db, folder: string, now: Date) {
  const known = await readKnown(db)
  // Create an identity only while the database has none: a refused empty folder must not get one.
  const identity = known === undefined ? await ensureIdentity(folder) : await readIdentity(folder)
  if (identity !== undefined && identity === (known ?? (await remember(db, identity, now)))) return
  throw new Error(
    `${folder} is not the folder that holds the files of this database: let all processes share one DATA_DIR, or use an S3 store ` +
      '(S3_ENDPOINT). If the files were moved here on purpose: npm run admin -- adopt-files',
  )
}

/** Makes this folder the database's files folder, replacing the previous one. */
export async function adoptFolder(db: Db, folder: string, now: Date) {
  const identity = await ensureIdentity(folder)
  await db.transaction(async (tx) => {
    await tx.delete(filesFolder)
    await tx.insert(filesFolder).values({ identity, since: now })
  })
}

/** The identity of the database's files folder. */
export async function readKnown(db: Db): Promise<string | undefined> {
  const [row] = await db.select().from(filesFolder)
  return row?.identity
}

/** Inserts the identity unless one exists, and returns the stored one: the first of two starting processes wins. */
async function remember(db: Db, identity: string, now: Date): Promise<string | undefined> {
  await db.transaction((tx) => tx.insert(filesFolder).values({ identity, since: now }).onConflictDoNothing())
  return readKnown(db)
}

const fileOf = (folder: string) => join(folder, 'identity')

export async function readIdentity(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(fileOf(folder), 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes the identity once, atomically, and flushes it before the database stores it. */
async function ensureIdentity(folder: string): Promise<string> {
  const known = await readIdentity(folder)
  if (known !== undefined) return known
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, `identity-${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    await file.writeFile(`${randomBytes(16).toString('hex')}\n`)
    await file.sync().finally(() => file.close())
    await link(temporary, fileOf(folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    const holder = await open(folder, 'r')
    await holder.sync().finally(() => holder.close())
  } finally {
    await rm(temporary, { force: true })
  }
  return (await readIdentity(folder)) ?? ''
}
