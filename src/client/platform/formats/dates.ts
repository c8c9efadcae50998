import { useEffect, useState, useSyncExternalStore } from 'react'
import { dateFormat } from '#contract/text/moments.ts'
import { boot } from '../boot.ts'
import { toInstant, toLocal } from './zone-time.ts'

/** The event's zone, so that a deadline reads the same on every device. */
export const timeZone = zoneFromPage() ?? 'America/Curacao'

function zoneFromPage(): string | undefined {
  // A server-rendered page gets the zone from the server.
  if (typeof document === 'undefined') return (globalThis as { pageTimeZone?: string }).pageTimeZone
  return boot()?.timeZone
}

const format = (shape: Parameters<typeof dateFormat>[0], at: string) => dateFormat(shape, timeZone).format(new Date(at))

// Sortable key: equal text means the same day on the island.
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
const distance = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** 15 Nov 2026 */
export const dayOf = (at: string) => format('date', at)
/** Sunday 15 November 2026 */
export const weekdayOf = (at: string) => format('weekdayAndDate', at)
/** 14:05 */
export const clockOf = (at: string) => format('clock', at)
/** 15 Nov 2026, 14:05 */
export const momentOf = (at: string) => format('moment', at)
/** With weekday, seconds and zone, for titles. */
export const exactMomentOf = (at: string) => format('exactMoment', at)
/** The day in parts, for separate layout. */
export function partsOf(at: string): { weekday: string; day: string; month: string } {
  const parts = dateFormat('weekdayAndDate', timeZone).formatToParts(new Date(at))
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  return { weekday: part('weekday'), day: part('day'), month: part('month') }
}
/** 2026-11-15, the day on the island. */
export const dateKey = (at: string | number) => calendar.format(new Date(at))

/** Value for date-and-time inputs, in the event's zone. */
export const inputOf = (at: string) => toLocal(at, timeZone)
export const instantOf = (typed: string) => toInstant(typed, timeZone)

/** "Curacao time" for readers in another zone; empty in the same zone. */
export const zoneNote = () =>
  Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone
    ? ''
    : `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time`

/** For server-rendered pages: the server does not know the reader's zone, so the note appears after hydration. */
export const useZoneNote = () => useSyncExternalStore(neverChanges, zoneNote, () => '')
const neverChanges = () => () => undefined

const minute = 60_000
const steps = [
  { unit: 'minute', size: minute, upTo: 60 },
  { unit: 'hour', size: 60 * minute, upTo: 24 },
  { unit: 'day', size: 24 * 60 * minute, upTo: 7 },
] as const

/** "5 minutes ago", "in 3 days"; the date beyond a week. */
export function distanceOf(at: string, now: number): string {
  const away = new Date(at).getTime() - now
  if (Math.abs(away) < minute) return 'just now'
  const step = steps.find(({ size, upTo }) => Math.abs(away) < size * upTo)
  return step ? distance.format(Math.trunc(away / step.size), step.unit) : dayOf(at)
}

/** "Today", "Yesterday", or the weekday with its date. */
export function nameOfDay(at: string, now: number): string {
  if (dateKey(at) === dateKey(now)) return 'Today'
  if (dateKey(at) === dateKey(now - 24 * 60 * minute)) return 'Yesterday'
  return weekdayOf(at)
}

/** Current time, updated twice a minute for relative texts such as "2 minutes ago". */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute / 2)
    return () => clearInterval(timer)
  }, [])
  return now
}
