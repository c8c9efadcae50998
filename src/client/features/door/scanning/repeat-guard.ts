/** A code that is held in front of the camera is one scan: it counts again after it was out of sight this long. */
const outOfSight = 3_000

export function createRepeatGuard(now: () => number = Date.now) {
  let last: { text: string; seenAt: number } | undefined
  /** For every sight of a code. `take` says whether it was taken: one that came too early is offered again. */
  return (text: string, take: () => boolean) => {
    const held = last?.text === text && now() - last.seenAt < outOfSight
    if (held || take()) last = { text, seenAt: now() }
  }
}
