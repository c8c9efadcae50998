import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** The kept counts of each gate against the log of scans: a sentence for each that differs. */
export async function verifyGateCounts({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  return (await store.wrongGateCounts(db)).map(
    ({ title, gate, kept, counted }) => `${title}, gate "${gate}": ${kept} kept, ${counted} counted`,
  )
}
