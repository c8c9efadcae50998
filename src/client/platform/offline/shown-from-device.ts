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

/** True while this page shows kept answers that no server has confirmed yet. */
export const isShownFromDevice = () => keptAt !== undefined

/** Since when nothing newer is known; undefined where the screen is as the server says. */
export const useShownFromDevice = () =>
  useSyncExternalStore(
    subscribe,
    () => keptAt,
    () => undefined,
  )

export const endShowingKept = () => set(undefined)

/** Shows what the last company read on this device, on a page that was opened without a network; answers who that was. */
export function showKeptAnswers(client: QueryClient): CurrentUser | undefined {
  const kept = isKeptPage() ? readAnswers() : undefined
  // Answers of another release may have another form.
  if (!kept || kept.build !== currentBuild()) return undefined
  for (const { queryKey, data, updatedAt } of kept.answers) client.setQueryData(queryKey, data, { updatedAt })
  set(kept.keptAt)
  return kept.user
}

const patience = 5_000

/** A page that was opened without an answer does not wait long for the next one. */
export function withPatience<T>(answer: Promise<T>): Promise<T> {
  if (!isKeptPage()) return answer
  return Promise.race([
    answer,
    new Promise<never>((_, reject) => setTimeout(() => reject(new ApiProblem(0, '', 'No connection.')), patience)),
  ])
}
