// What makes a figure good enough: pure, so that a test shows that each judgement can fail.

/** How long all but one in twenty may wait, in milliseconds. */
export const p95Limit = 250

/** The smallest number that so many of them do not exceed. Of none there is none: whatever is wanted, it is missed. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.POSITIVE_INFINITY
}

/** What was acknowledged and is not there, and what is there more than once. */
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
 * The medians of the second and the last quarter. The first is left out: caches fill and code is compiled. A median, because
 * a garbage collection or a burst of connections must not decide.
 */
export function compareQuarters(values: number[]): Quarters {
  const part = (from: number, to: number) =>
    percentile(values.slice(Math.floor(values.length * from), Math.floor(values.length * to)), 0.5)
  return { second: part(0.25, 0.5), last: part(0.75, 1) }
}

/** What one collection more or less leaves, in megabytes. */
const collectionNoise = 8

/**
 * Memory is flat when the last quarter has no more than the second and 1 MB for each minute between their middles, which is half
 * of the run, and no more than a tenth of it. In short runs the noise of collections is allowed.
 */
export function isMemoryFlat({ second, last }: Quarters, minutes: number): boolean {
  return last - second <= Math.min(second / 10, Math.max(collectionNoise, minutes / 2))
}

/** As many connections as one pool to the database may open at any moment, and a few kept connections of the generators. */
const handleNoise = 20

/** File handles are flat when the last quarter has no more than the second, but for connections that come and go. */
export const areHandlesFlat = ({ second, last }: Quarters) => last <= second + handleNoise

/** Answers are as fast as before when they take no more than a fifth longer; below 20 ms a fifth is chance. */
export const isLatencyFlat = ({ second, last }: Quarters) => last <= Math.max(second * 1.2, second + 20)

export type Answer = { due: number; latency: number }

/** Of everyone who came: who got no acknowledgement waits for ever. */
export const latenciesOf = ({ sent, answers }: { sent: number; answers: Answer[] }): number[] => [
  ...answers.map(({ latency }) => latency),
  ...Array.from({ length: sent - answers.length }, () => Number.POSITIVE_INFINITY),
]

/** The p95 of each stretch of so many milliseconds, by when the requests were due. Left out are stretches without an answer. */
export function p95Of(answers: Answer[], everyMs: number): number[] {
  const stretches = new Map<number, number[]>()
  for (const { due, latency } of answers) {
    const nth = Math.floor(due / everyMs)
    const stretch = stretches.get(nth) ?? []
    stretches.set(nth, stretch)
    stretch.push(latency)
  }
  // Answers come in another order than requests were due.
  return [...stretches].sort(([a], [b]) => a - b).map(([, stretch]) => percentile(stretch, 0.95))
}
