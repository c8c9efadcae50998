import { periodMessages } from '#contract/analytics/endpoints.ts'
import { addDays, countDays, dayOf, longestPeriod, type Period } from '#contract/analytics/period.ts'
import type { Db } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

export type RequestedPeriod = { from?: string; to?: string }

export const findToday = ({ clock, config }: Pick<Platform, 'clock' | 'config'>): string =>
  dayOf(clock.now(), config.timeZone)

/** Fills in missing dates: from the first active day until today. */
export async function choosePeriod(
  db: Db,
  platform: Pick<Platform, 'clock' | 'config'>,
  requested: RequestedPeriod,
): Promise<Period> {
  const today = findToday(platform)
  const to = requested.to ?? latest(requested.from ?? today, today)
  const from =
    requested.from ?? latest(earliest((await store.findFirstDay(db)) ?? to, to), addDays(to, 1 - longestPeriod))
  if (countDays({ from, to }) > longestPeriod)
    throw new Problem('invalid-input', { sentence: periodMessages.tooLong, fields: { from: periodMessages.tooLong } })
  return { from, to }
}

const earliest = (one: string, other: string) => (one < other ? one : other)
const latest = (one: string, other: string) => (one > other ? one : other)
