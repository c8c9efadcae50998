import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth/endpoints.ts'
import { currentBuild, readAnswers, writeAnswers } from '../offline/kept-answers.ts'
import { isShownFromDevice } from '../offline/shown-from-device.ts'
import { currentUserKey } from './session.ts'

const collectFor = 1_000

/**
 * Stores answers of marked queries on this device. It first deletes another account's answers, and never overwrites
 * those of a later sign-in in another tab. Returns the cleanup.
 */
export function startKeepingAnswers(client: QueryClient, { id: account }: CurrentUser): () => void {
  let timer: number | undefined
  const isOwn = () => readAnswers()?.account === account
  const user = () => client.getQueryData<CurrentUser | null>(currentUserKey)

  function write() {
    window.clearTimeout(timer)
    timer = undefined
    const current = user()
    if (current?.id !== account || isShownFromDevice()) return
    const answers = client
      .getQueryCache()
      .findAll({ predicate: ({ meta, state }) => meta?.isKeptOnDevice === true && state.data !== undefined })
      .map(({ queryKey, state }) => ({ queryKey, data: state.data, updatedAt: state.dataUpdatedAt }))
    writeAnswers({ account, build: currentBuild(), keptAt: Date.now(), user: current, answers })
  }
  const writeIfOwn = () => isOwn() && write()
  const writeOnLeaving = () => timer !== undefined && writeIfOwn()

  if (!isOwn()) write()
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !(query.meta?.isKeptOnDevice || query.queryKey[0] === currentUserKey[0])) return
    timer ??= window.setTimeout(writeIfOwn, collectFor)
  })
  timer = window.setTimeout(writeIfOwn, collectFor)
  addEventListener('pagehide', writeOnLeaving)
  return () => {
    stop()
    window.clearTimeout(timer)
    removeEventListener('pagehide', writeOnLeaving)
  }
}
