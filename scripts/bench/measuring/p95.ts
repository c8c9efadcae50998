/** Of so many calls one after the other, in milliseconds. */
export async function p95(rounds: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  // The first ones warm up what a server in use has warm.
  for (let round = -3; round < rounds; round++) {
    const begun = performance.now()
    await call()
    if (round >= 0) times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY
}
