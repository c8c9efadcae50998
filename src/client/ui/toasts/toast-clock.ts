/** A toast that somebody points at waits, but not for ever: the pointer may just have been lying there. */
export const longestPause = 10_000

export interface ToastClock {
  /** Milliseconds left to show it. */
  left: number
  /** Milliseconds left for which it may be paused. */
  pause: number
}

export const timeUntilGone = ({ left, pause }: ToastClock, paused: boolean) => left + (paused ? pause : 0)

export function afterTime({ left, pause }: ToastClock, paused: boolean, elapsed: number): ToastClock {
  const waited = paused ? Math.min(elapsed, pause) : 0
  return { left: left - (elapsed - waited), pause: pause - waited }
}
