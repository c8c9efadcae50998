import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** Compares the stored counts of each gate with the log of scans; returns a sentence per difference. */
export async function verifyGateCounts({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  return (await store.wrongGateCounts(db)).map(
    ({ title, gate, kept, counted }) => `${title}, gate "${gate}": ${kept} kept, ${counted} counted`,
  )
}
