import { type RefObject, useEffect, useRef, useState } from 'react'
import { type RaceMoment, raceAt, raceLength } from './race-script.ts'

const still = matchMedia('(prefers-reduced-motion: reduce)')

export type RaceState = 'running' | 'paused' | 'finished'

/** Draws the race through `draw`, past React: sixty renders a second would cost more than the whole page. */
export function useRace(box: RefObject<Element | null>, draw: (moment: RaceMoment) => void) {
  const [state, setState] = useState<RaceState>(still.matches ? 'finished' : 'running')
  const clock = useRef(still.matches ? raceLength : 0)

  useEffect(() => {
    draw(raceAt(clock.current))
    if (state !== 'running' || !box.current) return
    let frame = 0
    let last = 0
    const run = (now: number) => {
      // A long gap means the tab slept: go on from there instead of jumping.
      clock.current += Math.min(now - last, 50)
      last = now
      draw(raceAt(clock.current))
      if (clock.current >= raceLength) setState('finished')
      else frame = requestAnimationFrame(run)
    }
    const inSight = new IntersectionObserver(([entry]) => {
      cancelAnimationFrame(frame)
      if (!entry?.isIntersecting) return
      last = performance.now()
      frame = requestAnimationFrame(run)
    })
    inSight.observe(box.current)
    return () => {
      cancelAnimationFrame(frame)
      inSight.disconnect()
    }
  }, [state, draw, box])

  const press = () => {
    if (state === 'finished') clock.current = 0
    setState(state === 'running' ? 'paused' : 'running')
  }
  return { state, press }
}
