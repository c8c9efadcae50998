import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '#contract/auth/endpoints.ts'
import { isKeptPage } from '../boot.ts'
import { ApiProblem } from '../requests/api.ts'
import { currentBuild, readAnswers } from './kept-answers.ts'

let keptAt: number | undefined
const listeners = new Set<() => void>()

function set(next: number | undefined) {
  keptAt = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** True while the page displays stored answers that the server has not confirmed. */
export const isShownFromDevice = () => keptAt !== undefined

/** Time of the stored answers; undefined when the data is from the server. */
export const useShownFromDevice = () =>
  useSyncExternalStore(
    subscribe,
    () => keptAt,
    () => undefined,
  )

export const endShowingKept = () => set(undefined)

/** Fills the cache with the last company's stored answers on an offline page; returns that user. */
export function showKeptAnswers(client: QueryClient): CurrentUser | undefined {
  const kept = isKeptPage() ? readAnswers() : undefined
  // Another build may have other shapes.
  if (!kept || kept.build !== currentBuild()) return undefined
  for (const { queryKey, data, updatedAt } of kept.answers) client.setQueryData(queryKey, data, { updatedAt })
  set(kept.keptAt)
  return kept.user
}

const patience = 5_000

/** Shorter timeout on an offline page. */
export function withPatience<T>(answer: Promise<T>): Promise<T> {
  if (!isKeptPage()) return answer
  return Promise.race([
    answer,
    new Promise<never>((_, reject) => setTimeout(() => reject(new ApiProblem(0, '', 'No connection.')), patience)),
  ])
}
