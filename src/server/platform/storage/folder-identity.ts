import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../database/client.ts'
import { filesFolder } from './tables.ts'

/**
 * The folder with the files carries an identity that the database knows: processes that share a database must share the folder,
 * or a file that one took in would be missing at the next. Whoever has another folder does not start.
 */
export async function requireSameFolder(db: Db, folder: string, now: Date) {
  const known = await readKnown(db)
  // Made only where the database knows none yet: an empty folder must not get an identity by being refused.
  const own = known === undefined ? await ensureIdentity(folder) : await readIdentity(folder)
  if (own !== undefined && own === (known ?? (await remember(db, own, now)))) return
  throw new Error(
    `${folder} is not the folder that holds the files of this database: let all processes share one DATA_DIR, or use an S3 store ` +
      '(S3_ENDPOINT). If the files were moved here on purpose: npm run admin -- adopt-files',
  )
}

/** Makes this folder the one that the database knows, whatever it knew before. */
export async function adoptFolder(db: Db, folder: string, now: Date) {
  const identity = await ensureIdentity(folder)
  await db.transaction(async (tx) => {
    await tx.delete(filesFolder)
    await tx.insert(filesFolder).values({ identity, since: now })
  })
}

/** The identity of the folder that the database knows. */
export async function readKnown(db: Db): Promise<string | undefined> {
  const [row] = await db.select().from(filesFolder)
  return row?.identity
}

/** What the database knows afterwards: of two that start at once the first one decides. */
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

/** On the disk before the database hears of it, and written once: of two processes that start at once one writes it. */
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
