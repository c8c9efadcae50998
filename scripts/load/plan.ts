/** `load` runs for a minute, `soak` for half an hour, `capacity` in rising steps until a limit is missed. */
export type Mode = 'load' | 'soak' | 'capacity'

export type Plan = {
  mode: Mode
  nodes: number
  /** Registrations per second over all nodes. In `capacity` the first step; each further step adds half of it. */
  rate: number
  /** The duration; in `capacity` of each step. */
  seconds: number
  streams: number
  uploads: number
}

/** The soak simulates half an hour of an ordinary busy day, not the minute after the speech. */
const defaults: Record<Mode, Plan> = {
  load: { mode: 'load', nodes: 1, rate: 300, seconds: 60, streams: 10_000, uploads: 50 },
  soak: { mode: 'soak', nodes: 1, rate: 50, seconds: 1_800, streams: 2_000, uploads: 10 },
  capacity: { mode: 'capacity', nodes: 1, rate: 300, seconds: 10, streams: 10_000, uploads: 50 },
}

const numbers = ['nodes', 'rate', 'seconds', 'streams', 'uploads'] as const
type Setting = (typeof numbers)[number]
const smallest: Record<Setting, number> = { nodes: 1, rate: 1, seconds: 2, streams: 1, uploads: 1 }
const isSetting = (word: string): word is Setting => numbers.some((name) => name === word)

export const usage = `npm run bench:load -- [load | soak [minutes] | capacity] [${numbers.map((name) => `${name} N`).join('] [')}]`

/** Parses the typed words, for instance `soak 10 nodes 2`. Throws a sentence for the first unknown word. */
export function readPlan(words: string[]): Plan {
  let mode: Mode = 'load'
  const given: Partial<Record<Setting, number>> = {}
  const waiting = [...words]
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word === 'load' || word === 'soak' || word === 'capacity') {
      mode = word
      if (mode === 'soak' && /^\d/.test(waiting[0] ?? '')) given.seconds = readNumber(word, waiting.shift(), 0.5) * 60
    } else if (isSetting(word)) given[word] = readNumber(word, waiting.shift(), smallest[word])
    else throw new Error(`${word} is not understood. ${usage}`)
  }
  return { ...defaults[mode], ...given }
}

function readNumber(name: string, word: string | undefined, least: number): number {
  const number = Number(word || Number.NaN)
  const isWhole = Number.isInteger(number) || name === 'soak'
  if (!isWhole || !(number >= least)) throw new Error(`${name} needs a number from ${least} on. ${usage}`)
  return number
}

/** The process with the most sockets has every stream, and a few hundred connections beside them. */
export const fileHandlesNeeded = ({ streams, uploads }: Plan) => streams + uploads * 2 + 1_000

/** A file takes a quarter of a short run, so that several arrive; never longer than a phone takes for a video. */
export const secondsPerFile = ({ seconds, mode }: Plan) =>
  mode === 'capacity' ? 10 : Math.min(15, Math.max(1, Math.floor(seconds / 4)))
