import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Topic } from '#contract/live.ts'
import { setStreaming } from './connection.ts'
import { currentUserKey, currentUserQuery } from './session.ts'

/** Keeps every open screen true: the server names what changed, we fetch it again. */
export function useLive(userId: string | undefined) {
  const client = useQueryClient()
  useEffect(() => (userId ? follow(client) : undefined), [client, userId])
}

function follow(client: QueryClient): () => void {
  let source: EventSource
  let timer: number | undefined
  let opened = false
  let wait = 1_000

  function connect() {
    source = new EventSource('/api/stream')
    source.onopen = () => {
      setStreaming(true)
      // What happened while the line was away is unknown.
      if (opened) void client.invalidateQueries()
      opened = true
      wait = 1_000
    }
    source.onmessage = ({ data }) => {
      for (const topic of (JSON.parse(data) as { topics: Topic[] }).topics) invalidate(client, topic)
    }
    source.addEventListener(
      'ended',
      () => void client.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => undefined),
    )
    source.onerror = () => {
      setStreaming(false)
      // The browser repeats a lost connection by itself, but gives up after a refusal.
      if (source.readyState !== EventSource.CLOSED || timer) return
      timer = window.setTimeout(() => {
        timer = undefined
        void client.fetchQuery({ ...currentUserQuery, staleTime: 0 }).then((user) => user && connect(), connect)
      }, wait)
      wait = Math.min(30_000, wait * 2)
    }
  }

  connect()
  return () => {
    window.clearTimeout(timer)
    source.close()
  }
}

function invalidate(client: QueryClient, topic: Topic) {
  if (topic === 'everything') return void client.invalidateQueries()
  if (topic === 'me') return void client.invalidateQueries({ queryKey: currentUserKey })
  void client.invalidateQueries({ queryKey: topic.split('/') })
}
