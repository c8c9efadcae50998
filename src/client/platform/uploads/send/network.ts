export interface Network {
  isUp(): boolean
  /** Resolves when the device says it is connected again, or after a while: the device is not always right. */
  isBack(signal: AbortSignal): Promise<void>
  /** Calls when the connection goes; returns how to stop listening. */
  onLost(listener: () => void): () => void
}

const tryAnyway = 5_000

export const deviceNetwork: Network = {
  isUp: () => navigator.onLine !== false,
  isBack: async (signal) => {
    await waitFor(onOnline, signal, tryAnyway)
    signal.throwIfAborted()
  },
  onLost(listener) {
    addEventListener('offline', listener)
    return () => removeEventListener('offline', listener)
  },
}

export function onOnline(listener: () => void) {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
}

/** Resolves when `listen` calls, after so many milliseconds, or when it is aborted. */
export function waitFor(
  listen: (wake: () => void) => () => void,
  signal: AbortSignal,
  milliseconds?: number,
): Promise<void> {
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
