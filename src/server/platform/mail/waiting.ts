/** A ring is never lost: one that comes while nobody waits is heard by the next who does. */
export function hangBell() {
  let rung = false
  let hear: (() => void) | undefined
  return {
    ring() {
      rung = true
      hear?.()
    },
    async rungWithin(milliseconds: number) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          hear = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
    },
  }
}

type Watched = { longestHold: number; onGone: (error: unknown) => void; onBack: () => void }

/** Something others run that may be away: says once that it is gone and once that it is back, and how long to leave it alone. */
export function watch({ longestHold, onGone, onBack }: Watched) {
  let failures = 0
  let heldUntil = 0 // by the monotonic clock: setting the time of day changes nothing
  return {
    isGone: () => failures > 0,
    holdFor: () => Math.max(0, heldUntil - performance.now()),
    fails(error: unknown) {
      // Several attempts that were under way when it went are one failure.
      if (performance.now() < heldUntil) return
      if (failures === 0) onGone(error)
      heldUntil = performance.now() + Math.min(longestHold, 500 * 2 ** failures++)
    },
    works() {
      if (failures > 0) onBack()
      failures = 0
      heldUntil = 0
    },
  }
}
