import { failureOf, failureSentence } from './errors.ts'
import { onOnline, waitFor } from './network.ts'
import { dropFile, giveUpFile, listWaiting, onWaitingChange, type WaitingFile } from './offline-store.ts'

type Options = {
  owner: string
  /** Uploads one file; then the queue drops it. */
  send: (file: WaitingFile, signal: AbortSignal) => Promise<void>
}

const [firstPauseMs, longestPauseMs] = [3_000, 60_000]
const mostConflicts = 5

/**
 * Sends this device's waiting files sequentially, in order of choice, whenever there is a network. A lock lets one of
 * several tabs send. Returns the cleanup.
 */
export function startQueue({ owner, send }: Options): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const failures = new Map<string, number>()
  let changes = 0
  const stopCounting = onWaitingChange(() => {
    changes += 1
  })

  async function attempt({ key }: WaitingFile): Promise<'next' | 'again' | 'stop'> {
    // Another tab may have sent it, or a person has removed it.
    const file = (await listWaiting(owner)).find((waiting) => waiting.key === key)
    if (!file || file.problem) return 'next'
    const unwanted = abortWhenGone(owner, key, signal)
    try {
      await send(file, unwanted.signal)
      await dropFile(key)
      return 'next'
    } catch (error) {
      if (unwanted.signal.aborted) return 'next'
      const count = (failures.get(key) ?? 0) + 1
      failures.set(key, count)
      const failure = failureOf(error)
      if (failure === 'signed-out') return 'stop'
      if (failure === 'unanswered' || failure === 'busy') return 'again'
      if ((failure === 'conflict' || failure === 'unexpected') && count < mostConflicts) return 'again'
      await giveUpFile(file, failureSentence(error, 'It could not be sent.'))
      return 'next'
    } finally {
      unwanted.end()
    }
  }

  async function run() {
    let pauseMs = firstPauseMs
    while (!signal.aborted) {
      const seen = changes
      const next = (await listWaiting(owner)).find(({ problem }) => !problem)
      if (!next) {
        // Wait only if nothing was added since `seen` was read.
        if (changes === seen) await waitFor(onWaitingChange, signal)
        continue
      }
      if (navigator.onLine === false) {
        await waitFor(onOnline, signal, longestPauseMs)
        // `onLine` is unreliable, except right after its event.
        if (navigator.onLine === false) continue
      }
      const outcome = await inOneTab(`waiting files of ${owner}`, () => attempt(next))
      if (outcome === 'stop') return
      if (outcome === 'again') await waitFor(onOnline, signal, pauseMs)
      pauseMs = outcome === 'again' ? Math.min(longestPauseMs, pauseMs * 2) : firstPauseMs
    }
  }
  void run()
    .catch(() => undefined)
    .finally(stopCounting)
  return () => stopping.abort()
}

/** Runs the work under a Web Lock. Without locks every tab sends, and the server takes one. */
async function inOneTab<T>(name: string, work: () => Promise<T>): Promise<T | 'again'> {
  if (!navigator.locks) return work()
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : ('again' as const)))
}

/** Aborts the attempt when a person removes the file. */
function abortWhenGone(owner: string, key: string, stopped: AbortSignal) {
  const attempt = new AbortController()
  const abortIfRemoved = async () => {
    if (!(await listWaiting(owner)).some((file) => file.key === key)) attempt.abort()
  }
  const stop = () => attempt.abort()
  const stopListening = onWaitingChange(() => void abortIfRemoved())
  stopped.addEventListener('abort', stop)
  return {
    signal: attempt.signal,
    end() {
      stopListening()
      stopped.removeEventListener('abort', stop)
    },
  }
}
