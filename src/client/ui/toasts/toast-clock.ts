/** Longest pause of a hovered toast: the pointer may rest there by accident. */
export const longestPause = 10_000

export interface ToastClock {
  /** Remaining display time in milliseconds. */
  left: number
  /** Remaining pause time in milliseconds. */
  pause: number
}

export const timeUntilGone = ({ left, pause }: ToastClock, paused: boolean) => left + (paused ? pause : 0)

export function afterTime({ left, pause }: ToastClock, paused: boolean, elapsed: number): ToastClock {
  const waited = paused ? Math.min(elapsed, pause) : 0
  return { left: left - (elapsed - waited), pause: pause - waited }
}
