import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type RecentTopics, recentFor, type Topic } from '#contract/live.ts'
import type { SessionEndReason } from '#contract/sessions.ts'
import { isShownFromDevice } from './offline/shown-from-device.ts'
import { setStreaming } from './requests/connection.ts'
import { confirmShownUser, currentUserKey, currentUserQuery } from './session/session.ts'
import { learnSignedOut, onSignedOutElsewhere } from './session/signed-out.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** First words of topics, beside that of its key, after which the query is read again. */
      topics?: readonly string[]
      /** The last answer stays on this device, for when the app is opened without a network. */
      isKeptOnDevice?: boolean
    }
  }
}

/** Keeps every open screen true: the server names what changed, we fetch it again. */
export function useLive(userId: string | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (userId) return follow(client)
  }, [client, userId])
}

function follow(client: QueryClient): () => void {
  let source: EventSource
  let timer: number | undefined
  let opened = false
  let isStopped = false
  let wait = 1_000
  let waiting = new AbortController()

  // The first data was read before the stream was open; no page loads for longer than this.
  function refreshChanged({ data }: MessageEvent<string>) {
    const pageAge = performance.now()
    if (pageAge > recentFor) return void client.invalidateQueries()
    const recent = Object.entries(JSON.parse(data) as RecentTopics).filter(([, age = 0]) => age <= pageAge)
    refreshTopics(
      client,
      recent.map(([topic]) => topic as Topic),
    )
  }

  const readUser = () => client.fetchQuery({ ...currentUserQuery, staleTime: 0 })

  async function comeBackOrLeave() {
    const user = await readUser().catch(() => undefined)
    if (user === null) void learnSignedOut()
    else if (!isStopped) connect()
  }

  function connect() {
    source = new EventSource('/api/stream')
    source.onopen = () => {
      setStreaming(true)
      // Announcements are missed while the stream is away.
      if (isShownFromDevice()) void confirmShownUser(client).catch(() => undefined)
      else if (opened) void client.invalidateQueries()
      else source.addEventListener('recent', refreshChanged, { once: true })
      opened = true
      wait = 1_000
    }
    source.onmessage = ({ data }) => {
      refreshTopics(client, (JSON.parse(data) as { topics: Topic[] }).topics)
    }
    source.addEventListener('ended', ({ data }) => {
      const { reason } = JSON.parse(data) as { reason?: SessionEndReason }
      void learnSignedOut(reason)
      void readUser().catch(() => undefined)
    })
    source.addEventListener('replaced', () => {
      source.close()
      setStreaming(false)
      waitUntilSeen()
    })
    source.onerror = () => {
      setStreaming(false)
      // The browser repeats a lost connection by itself, but gives up after a refusal.
      if (source.readyState !== EventSource.CLOSED || timer) return
      timer = window.setTimeout(() => {
        timer = undefined
        void comeBackOrLeave()
      }, wait)
      wait = Math.min(30_000, wait * 2)
    }
  }

  // Newer tabs of the same person took this one's place. Coming back at once would only end the next one.
  function waitUntilSeen() {
    waiting = new AbortController()
    const { signal } = waiting
    const comeBack = () => {
      waiting.abort()
      window.clearTimeout(timer)
      timer = undefined
      connect()
    }
    const isVisible = () => document.visibilityState === 'visible'
    document.addEventListener('visibilitychange', () => isVisible() && comeBack(), { signal })
    window.addEventListener('focus', comeBack, { signal })
    // A screen that is watched without being touched.
    timer = window.setTimeout(() => isVisible() && comeBack(), 60_000)
  }

  connect()
  const stopListening = onSignedOutElsewhere(() => void readUser().catch(() => undefined))
  return () => {
    isStopped = true
    stopListening()
    window.clearTimeout(timer)
    waiting.abort()
    source.close()
  }
}

/** A topic or query that is being fetched, and whether it was announced again meanwhile. */
const refreshing = new Map<string, boolean>()
/** An answer that never comes must not silence its topic. */
const longest = 3_000

function refreshTopics(client: QueryClient, topics: Topic[]) {
  for (const topic of topics) {
    const queryKey = topic === 'me' ? currentUserKey : topic.split('/')
    void refresh(client, topic, topic === 'everything' ? {} : { queryKey })
  }
  // A query of several topics is read once, however many of them were announced together.
  const firstWords = new Set(topics.map((topic) => topic.split('/')[0] ?? ''))
  const dependent = client
    .getQueryCache()
    .findAll({ predicate: ({ meta }) => meta?.topics?.some((topic) => firstWords.has(topic)) ?? false })
  for (const { queryHash, queryKey } of dependent) void refresh(client, queryHash, { queryKey, exact: true })
}

/** One after the other: a hundred announcements would otherwise start the same fetch a hundred times and never let it end. */
async function refresh(client: QueryClient, name: string, filter: QueryFilters) {
  if (refreshing.has(name)) return void refreshing.set(name, true)
  do {
    refreshing.set(name, false)
    const waited = new Promise((resolve) => setTimeout(resolve, longest))
    await Promise.race([invalidate(client, filter), waited])
  } while (refreshing.get(name))
  refreshing.delete(name)
}

async function invalidate(client: QueryClient, filter: QueryFilters) {
  // A first answer that is under way may be older than the announcement, and is not asked for twice at once.
  const underWay = client.getQueryCache().findAll({ ...filter, fetchStatus: 'fetching' })
  const again = underWay
    .filter(({ state }) => state.data === undefined)
    .map(async ({ promise, queryKey }) => {
      await promise?.catch(() => undefined)
      await client.invalidateQueries({ queryKey, exact: true })
    })
  await Promise.all([client.invalidateQueries(filter), ...again])
}
