import { useEffect, useEffectEvent, useState } from 'react'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** 3 days, 5 h 12 min, 12 min, 45 s: as exact as it helps somebody who has to be done by then. */
export function describeRemaining(milliseconds: number): string {
  if (milliseconds >= 2 * day) return `${Math.floor(milliseconds / day)} days`
  const hours = Math.floor(milliseconds / hour)
  const minutes = Math.floor((milliseconds % hour) / minute)
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  return minutes > 0 ? `${minutes} min` : `${Math.floor(milliseconds / second)} s`
}

/** How long the text for this much stays true. */
export function untilNextText(milliseconds: number): number {
  const unit = milliseconds >= 2 * day ? day : milliseconds >= minute ? minute : second
  return (milliseconds % unit) + 1
}

// A timer cannot be set for longer than 24 days, and a computer that slept wakes up with an old one.
const longestWait = minute

/** Milliseconds until the moment, counted down for as long as it is shown; `onEnd` once it has come. */
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
