/** The p95 of sequential calls, in milliseconds. */
export async function p95(rounds: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  // Negative rounds are a warm-up.
  for (let round = -3; round < rounds; round++) {
    const begun = performance.now()
    await call()
    if (round >= 0) times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY
}
