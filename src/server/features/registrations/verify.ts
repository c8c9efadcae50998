import type { Platform } from '#server/platform/platform.ts'
import * as store from './counts-store.ts'

/** Compares the stored counts of each event with its registrations; returns a sentence per difference. */
export async function verifyEventCounts({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  return (await store.wrongCounts(db)).map(({ title, kept, counted }) => `${title}: ${kept} kept, ${counted} counted`)
}
