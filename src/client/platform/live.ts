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
      /** First words of further topics that invalidate the query. */
      topics?: readonly string[]
      /** Stores the last answer on this device, for offline starts. */
      isKeptOnDevice?: boolean
    }
  }
}

/** Keeps open screens up to date: the server announces topics, the client refetches. */
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

  // The first data was read before the stream opened. No page load takes longer than `recentFor`.
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
      // Refetch, because announcements are missed while the stream is closed.
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
      // The browser reconnects by itself, except after an error status.
      if (source.readyState !== EventSource.CLOSED || timer) return
      timer = window.setTimeout(() => {
        timer = undefined
        void comeBackOrLeave()
      }, wait)
      wait = Math.min(30_000, wait * 2)
    }
  }

  // Newer tabs of this user took the connection; an immediate reconnect would close one of theirs.
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
    // For a screen that is watched without input.
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

/** Topics and queries in flight; true if announced again meanwhile. */
const refreshing = new Map<string, boolean>()
/** Timeout: a request that hangs must not block its topic. */
const longest = 3_000

function refreshTopics(client: QueryClient, topics: Topic[]) {
  for (const topic of topics) {
    const queryKey = topic === 'me' ? currentUserKey : topic.split('/')
    void refresh(client, topic, topic === 'everything' ? {} : { queryKey })
  }
  // Refetch a query of several topics once per batch of announcements.
  const firstWords = new Set(topics.map((topic) => topic.split('/')[0] ?? ''))
  const dependent = client
    .getQueryCache()
    .findAll({ predicate: ({ meta }) => meta?.topics?.some((topic) => firstWords.has(topic)) ?? false })
  for (const { queryHash, queryKey } of dependent) void refresh(client, queryHash, { queryKey, exact: true })
}

/** Coalesces announcements: a topic in flight is refetched once more at its end, instead of once per announcement. */
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
  // A first fetch in flight may be older than the announcement; refetch after it instead of in parallel.
  const underWay = client.getQueryCache().findAll({ ...filter, fetchStatus: 'fetching' })
  const again = underWay
    .filter(({ state }) => state.data === undefined)
    .map(async ({ promise, queryKey }) => {
      await promise?.catch(() => undefined)
      await client.invalidateQueries({ queryKey, exact: true })
    })
  await Promise.all([client.invalidateQueries(filter), ...again])
}
