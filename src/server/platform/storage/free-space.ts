import { statfs } from 'node:fs/promises'

type FreeSpace = { free: number; size: number }
export type ReadFreeSpace = (folder: string) => Promise<FreeSpace>

/** Free space of a folder's disk for a user who is not root. */
export const readFreeSpace: ReadFreeSpace = async (folder) => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

export const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 2 : 0)} GB`
