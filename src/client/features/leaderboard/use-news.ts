import { useEffect, useRef, useState } from 'react'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { gainsBetween, movesBetween, newsOf } from './movement.ts'
import type { KnownEntries } from './use-leaderboard.ts'

const settle = 400
const quiet = 5_000

/** One sentence on movements, throttled to every few seconds, so that twenty approvals are one announcement. */
export function useNews(known: KnownEntries | undefined, ownId?: string | null): string {
  const [news, setNews] = useState('')
  const announced = useRef(known)
  const announcedAt = useRef(Number.NEGATIVE_INFINITY)
  const waitingSince = useRef<number>(undefined)

  useEffect(() => {
    if (!known || announced.current === known) return
    const before = announced.current
    if (!before) {
      announced.current = known
      return
    }
    waitingSince.current ??= performance.now()
    const due = Math.max(waitingSince.current + settle, announcedAt.current + quiet)
    const timer = setTimeout(() => {
      waitingSince.current = undefined
      announced.current = known
      const text = newsOf(movesBetween(before.entries, known.entries, before), ownId)
      if (!text) return
      announcedAt.current = performance.now()
      setNews(text)
    }, due - performance.now())
    return () => clearTimeout(timer)
  }, [known, ownId])

  return news
}

const displayedFor = 6_000

/** Recent gains and losses, displayed for a while to explain why a row moved. */
export function useGains(entries: LeaderboardEntry[]): ReadonlyMap<string, { points: number }> {
  const [gains, setGains] = useState<ReadonlyMap<string, { points: number }>>(new Map())
  const before = useRef(entries)

  useEffect(() => {
    const fresh = [...gainsBetween(before.current, entries)].map(([id, points]) => [id, { points }] as const)
    before.current = entries
    if (fresh.length === 0) return
    setGains((gains) => new Map([...gains, ...fresh]))
    setTimeout(
      () => setGains((gains) => new Map([...gains].filter(([, gain]) => fresh.every(([, old]) => old !== gain)))),
      displayedFor,
    )
  }, [entries])

  return gains
}
