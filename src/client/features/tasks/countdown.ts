import { useEffect, useEffectEvent, useState } from 'react'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** "3 days", "5 h 12 min", "12 min", "45 s": precision grows towards the deadline. */
export function describeRemaining(milliseconds: number): string {
  if (milliseconds >= 2 * day) return `${Math.floor(milliseconds / day)} days`
  const hours = Math.floor(milliseconds / hour)
  const minutes = Math.floor((milliseconds % hour) / minute)
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  return minutes > 0 ? `${minutes} min` : `${Math.floor(milliseconds / second)} s`
}

/** Milliseconds until the text changes. */
export function untilNextText(milliseconds: number): number {
  const unit = milliseconds >= 2 * day ? day : milliseconds >= minute ? minute : second
  return (milliseconds % unit) + 1
}

// Limits each timer: `setTimeout` overflows after 24 days, and a suspended computer wakes up with a late one.
const longestWait = minute

/** Remaining milliseconds, updated while mounted; calls `onEnd` at the deadline. */
export function useCountdown(at: string, onEnd: () => void): number {
  const remainingNow = () => new Date(at).getTime() - Date.now()
  const [remaining, setRemaining] = useState(remainingNow)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    let timer: number | undefined
    function tick() {
      const left = new Date(at).getTime() - Date.now()
      setRemaining(left)
      if (left <= 0) return end()
      timer = window.setTimeout(tick, Math.min(untilNextText(left), longestWait))
    }
    tick()
    return () => window.clearTimeout(timer)
  }, [at])
  return remaining
}
