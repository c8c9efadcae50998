import { listWaiting, onWaitingChange, type WaitingFile } from './waiting-store.ts'

/** What a failure means: it may pass, nothing can be sent any more, or the file is refused with a sentence. */
export type Verdict = 'again' | 'stop' | { sentence: string }

type Options = {
  owner: string
  /** Brings one file to the server and takes it out of the queue. */
  send: (file: WaitingFile, signal: AbortSignal) => Promise<void>
  judge: (error: unknown, failures: number) => Verdict
  giveUp: (file: WaitingFile, sentence: string) => Promise<void>
}

const [firstPauseMs, longestPauseMs] = [3_000, 60_000]

/**
 * Sends what waits on this device, one file after the other in the order they were chosen, whenever there is a network. Of several
 * open tabs one does it. Returns how to stop.
 */
export function startSending({ owner, send, judge, giveUp }: Options): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const failures = new Map<string, number>()
  let changes = 0
  const stopCounting = onWaitingChange(() => {
    changes += 1
  })

  async function attempt({ key }: WaitingFile): Promise<'sent' | 'again' | 'stop'> {
    // Another tab may have sent it, or somebody has taken it out.
    const file = (await listWaiting(owner)).find((waiting) => waiting.key === key)
    if (!file || file.problem) return 'sent'
    const unwanted = abortWhenGone(owner, key, signal)
    try {
      await send(file, unwanted.signal)
      return 'sent'
    } catch (error) {
      if (unwanted.signal.aborted) return 'sent'
      const count = (failures.get(key) ?? 0) + 1
      failures.set(key, count)
      const verdict = judge(error, count)
      if (typeof verdict === 'string') return verdict
      await giveUp(file, verdict.sentence)
      return 'sent'
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
        // Something may have been added while we looked.
        if (changes === seen) await until(signal, onWaitingChange)
        continue
      }
      if (navigator.onLine === false) {
        await until(signal, onOnline, longestPauseMs)
        // What the device says is not always right, but it is when it has just said so.
        if (navigator.onLine === false) continue
      }
      const outcome = await inOneTab(`waiting files of ${owner}`, () => attempt(next))
      if (outcome === 'stop') return
      if (outcome === 'sent') {
        pauseMs = firstPauseMs
        continue
      }
      await until(signal, onOnline, pauseMs)
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    }
  }
  void run()
    .catch(() => undefined)
    .finally(stopCounting)
  return () => stopping.abort()
}

function onOnline(wake: () => void) {
  addEventListener('online', wake)
  return () => removeEventListener('online', wake)
}

/** Waits for what `listen` tells, for so many milliseconds at most, or until it is stopped. */
function until(signal: AbortSignal, listen: (wake: () => void) => () => void, milliseconds?: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      stopListening()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = milliseconds === undefined ? undefined : setTimeout(wake, milliseconds)
    const stopListening = listen(wake)
    signal.addEventListener('abort', wake)
    if (signal.aborted) wake()
  })
}

/** Where tabs cannot agree all of them send: the server takes one. */
async function inOneTab<T>(name: string, work: () => Promise<T>): Promise<T | 'again'> {
  if (!navigator.locks) return work()
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : ('again' as const)))
}

/** Ends the attempt when somebody takes the file out meanwhile. */
function abortWhenGone(owner: string, key: string, stopped: AbortSignal) {
  const attempt = new AbortController()
  const look = async () => {
    if (!(await listWaiting(owner)).some((file) => file.key === key)) attempt.abort()
  }
  const stop = () => attempt.abort()
  const stopListening = onWaitingChange(() => void look())
  stopped.addEventListener('abort', stop)
  return {
    signal: attempt.signal,
    end() {
      stopListening()
      stopped.removeEventListener('abort', stop)
    },
  }
}
