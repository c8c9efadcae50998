/** Semaphore with a FIFO queue. An abort during the wait leaves the queue. */
export function createSemaphore(places: number) {
  let busy = 0
  const waiting: (() => void)[] = []

  function acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (busy < places) {
      busy += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal.reason)
      }
      const begin = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      waiting.push(begin)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  function release() {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }

  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    await acquire(signal)
    try {
      return await work()
    } finally {
      release()
    }
  }
}
