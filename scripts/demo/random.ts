export type Random = ReturnType<typeof createRandom>

/** A seeded generator with the same numbers on every machine (mulberry32). */
export function createRandom(seed: string) {
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5)
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + next() * (most - least)
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1))
  return {
    between,
    whole,
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]): T => list[whole(0, list.length - 1)] as T,
    /** Bell-shaped around the middle, never below zero. */
    around: (middle: number) => middle * Math.exp((next() + next() + next() - 1.5) * 1.4),
  }
}
