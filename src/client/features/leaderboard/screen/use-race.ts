import { type RefObject, useLayoutEffect, useRef } from 'react'
import { fadeIn, pace, still } from '../motion.ts'

/** Slower than a row in a list, so that viewers at fifteen metres can follow. */
const stride = { ...pace, duration: 700 }

const head = 76
const line = 24

/** Position of a runner from the start of the straight; `on` adds a share of its width. */
export const across = (share: number, on = 0) =>
  `calc((100% - ${head + line}cqh) * ${share.toFixed(4)} + ${(head * on).toFixed(1)}cqh)`

export type Runner = { id: string; share: number }
type Seen = { place: number; share: number }

/** Animates lanes and runners without React. */
export function useRace(list: RefObject<HTMLElement | null>, runners: Runner[]) {
  const before = useRef<Map<string, Seen>>(undefined)

  useLayoutEffect(() => {
    const last = before.current
    before.current = new Map(runners.map(({ id, share }, place) => [id, { place, share }]))
    if (!last || !list.current || document.hidden) return
    const lanes = [...list.current.querySelectorAll<HTMLElement>('[data-lane]')]
    const tops = lanes.map(({ offsetTop }) => offsetTop)
    for (const [place, lane] of lanes.entries()) {
      const from = last.get(lane.dataset.lane ?? '')
      const share = runners[place]?.share ?? 0
      const climb = (tops[from?.place ?? place] ?? 0) - (tops[place] ?? 0)
      if (from && climb === 0 && from.share === share) continue
      if (!from || still()) fadeIn(lane)
      else run(lane, climb, from.share, share)
    }
  }, [list, runners])
}

function run(lane: HTMLElement, climb: number, from: number, to: number) {
  if (climb !== 0) {
    const zIndex = climb > 0 ? 2 : 1
    lane.animate(
      [
        { transform: `translateY(${climb}px)`, zIndex },
        { transform: 'none', zIndex },
      ],
      stride,
    )
  }
  if (from === to) return
  lane.querySelector('[data-runner]')?.animate([{ left: across(from) }, { left: across(to) }], stride)
  lane.querySelector('[data-trail]')?.animate([{ width: across(from, 0.4) }, { width: across(to, 0.4) }], stride)
}
