/** Debounce: a code counts again only after this long out of sight. */
const outOfSight = 3_000

export function createRepeatGuard(now: () => number = Date.now) {
  let last: { text: string; seenAt: number } | undefined
  /** Called per camera frame with a code. `take` returns whether it was accepted; a rejected code is offered again. */
  return (text: string, take: () => boolean) => {
    const held = last?.text === text && now() - last.seenAt < outOfSight
    if (held || take()) last = { text, seenAt: now() }
  }
}
