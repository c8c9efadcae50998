import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type RaceMoment, raceAt, raceLength, restsUntil } from './race-script.ts'

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export type RaceState = 'running' | 'paused' | 'finished'

/** Animates the race through `draw` without React: sixty renders a second would cost more than the whole page. */
export function useRace(box: RefObject<Element | null>, draw: (moment: RaceMoment) => void) {
  const [state, setState] = useState<RaceState>('running')
  const clock = useRef(0)

  useLayoutEffect(() => {
    if (!isStill()) return
    clock.current = raceLength
    setState('finished')
  }, [])
  useLayoutEffect(() => draw(raceAt(clock.current)), [draw])

  useEffect(() => {
    if (state !== 'running' || !box.current) return
    let frame = 0
    let timer = 0
    let last = 0
    const run = (now: number) => {
      // A long gap means that the tab was suspended: continue from there instead of jumping.
      clock.current += Math.min(now - last, 50)
      last = now
      draw(raceAt(clock.current))
      if (clock.current >= raceLength) setState('finished')
      else go()
    }
    const go = () => {
      const rest = restsUntil(clock.current) - clock.current
      if (rest <= 0) {
        frame = requestAnimationFrame(run)
        return
      }
      timer = window.setTimeout(() => {
        clock.current += rest
        last = performance.now()
        frame = requestAnimationFrame(run)
      }, rest)
    }
    const stop = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
    const inSight = new IntersectionObserver(([entry]) => {
      stop()
      last = performance.now()
      if (entry?.isIntersecting) go()
    })
    inSight.observe(box.current)
    return () => {
      stop()
      inSight.disconnect()
    }
  }, [state, draw, box])

  const press = () => {
    if (state === 'finished') clock.current = 0
    setState(state === 'running' ? 'paused' : 'running')
  }
  return { state, press }
}
