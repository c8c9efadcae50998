// Judges the figures. Pure, so that tests can show that each judgement can fail.

/** The limit for the p95 of latency, in milliseconds. */
export const p95Limit = 250

/** Percentile by nearest rank. Infinite for an empty list, so that it misses every limit. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.POSITIVE_INFINITY
}

/** Acknowledged entries that are missing, and entries stored more than once. */
export function compareWithStored(acknowledged: string[], stored: string[]): { lost: string[]; doubled: string[] } {
  const times = new Map<string, number>()
  for (const each of stored) times.set(each, (times.get(each) ?? 0) + 1)
  return {
    lost: acknowledged.filter((each) => !times.has(each)),
    doubled: [...times].filter(([, count]) => count > 1).map(([each]) => each),
  }
}

export type Quarters = { second: number; last: number }

/**
 * The medians of the second and the last quarter. The first is a warm-up: caches fill and code is compiled. A median
 * ignores single garbage collections and bursts of connections.
 */
export function compareQuarters(values: number[]): Quarters {
  const part = (from: number, to: number) =>
    percentile(values.slice(Math.floor(values.length * from), Math.floor(values.length * to)), 0.5)
  return { second: part(0.25, 0.5), last: part(0.75, 1) }
}

/** The variation by one garbage collection, in megabytes. */
const collectionNoise = 8

/**
 * Memory is flat when it grows by at most 1 MB per minute and by at most a tenth. The growth is from the second to the
 * last quarter; their middles are half the run apart. Short runs may vary by a garbage collection.
 */
export function isMemoryFlat({ second, last }: Quarters, minutes: number): boolean {
  return last - second <= Math.min(second / 10, Math.max(collectionNoise, minutes / 2))
}

/** The connections that a database pool may open at any moment, and a few kept connections of the generators. */
const handleNoise = 20

/** File handles are flat when the last quarter has no more than the second, apart from short-lived connections. */
export const areHandlesFlat = ({ second, last }: Quarters) => last <= second + handleNoise

/** Latency is flat when it grows by at most a fifth; below 20 ms a fifth is chance. */
export const isLatencyFlat = ({ second, last }: Quarters) => last <= Math.max(second * 1.2, second + 20)

export type Answer = { due: number; latency: number }

/** Latencies of everyone; a missing acknowledgement counts as infinite. */
export const latenciesOf = ({ sent, answers }: { sent: number; answers: Answer[] }): number[] => [
  ...answers.map(({ latency }) => latency),
  ...Array.from({ length: sent - answers.length }, () => Number.POSITIVE_INFINITY),
]

/** The p95 per interval, by the scheduled time of the requests. Intervals without an answer are left out. */
export function p95Of(answers: Answer[], everyMs: number): number[] {
  const stretches = new Map<number, number[]>()
  for (const { due, latency } of answers) {
    const nth = Math.floor(due / everyMs)
    const stretch = stretches.get(nth) ?? []
    stretches.set(nth, stretch)
    stretch.push(latency)
  }
  // Answers arrive in another order than the schedule.
  return [...stretches].sort(([a], [b]) => a - b).map(([, stretch]) => percentile(stretch, 0.95))
}
