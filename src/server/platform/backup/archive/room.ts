import { inGigabytes, type ReadFreeSpace, readFreeSpace } from '../../storage/free-space.ts'
import type { Sink } from './source.ts'

const gibibyte = 1024 ** 3
/** Bytes written between two checks of the disk, which other processes fill as well. */
const checkEvery = 32 * 1024 * 1024

export type Room = ReturnType<typeof watchRoom>

/** Refuses before the disk is full: like uploads, it leaves a reserve to the database. */
export function watchRoom(folder: string, readFree: ReadFreeSpace = readFreeSpace) {
  let sinceCheck = checkEvery

  async function lackOf(bytes: number): Promise<string | undefined> {
    const { free, size } = await readFree(folder)
    const reserve = Math.min(gibibyte, size / 20)
    if (free - bytes >= reserve) return undefined
    return (
      `A backup needs ${inGigabytes(bytes + reserve)} of room in ${folder}, with what must stay free, and ${inGigabytes(free)} are ` +
      'free there: free some, keep fewer nights (BACKUP_KEEP), or use a folder on a larger disk (BACKUP_DIR).'
    )
  }

  async function require(bytes: number) {
    const lack = await lackOf(bytes)
    if (lack) throw new Error(lack)
  }

  return {
    lackOf,
    require,
    /** Checks the disk repeatedly while bytes are written. */
    watch: ({ write, end }: Sink): Sink => ({
      async write(bytes) {
        sinceCheck += bytes.length
        if (sinceCheck >= checkEvery) {
          await require(bytes.length)
          sinceCheck = 0
        }
        await write(bytes)
      },
      end,
    }),
  }
}
