import type { Platform } from '#server/platform/platform.ts'
import * as store from './counts-store.ts'

/** The kept counts of each event against its registrations: a sentence for each that differs. */
export async function verifyEventCounts({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  return (await store.wrongCounts(db)).map(({ title, kept, counted }) => `${title}: ${kept} kept, ${counted} counted`)
}
