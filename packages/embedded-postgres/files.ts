import { lstat, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export function failedWith(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

export async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

export async function find(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

/** Flushes a file or folder entry to the disk, so it survives a power cut. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function listFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  return entries.map((entry) => join(folder, entry))
}

/** Turns an error of the operating system into a sentence for the person who chose the folder. */
export function folderProblem(folder: string, error: unknown): unknown {
  if (failedWith(error, 'ENOSPC', 'EDQUOT')) return new Error(`The disk is full: nothing can be written to ${folder}.`)
  if (failedWith(error, 'EROFS'))
    return new Error(`${folder} is on a read-only disk. Set DATA_DIR to a folder to write to.`)
  if (failedWith(error, 'EACCES', 'EPERM'))
    return new Error(
      `${folder} cannot be written by this user. Give the folder to the user that starts the program, or set DATA_DIR to another one.`,
    )
  if (failedWith(error, 'ENOTDIR', 'EEXIST')) return new Error(`${folder} is not a folder. Set DATA_DIR to a folder.`)
  return error
}
