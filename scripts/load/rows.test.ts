import { expect, test } from 'vitest'
import type { Measured } from './measure-load.ts'
import { readPlan } from './plan.ts'
import { judge, listReasons } from './rows.ts'

const times = <T>(count: number, valueAt: (n: number) => T) => Array.from({ length: count }, (_, n) => valueAt(n))

/** Ten seconds in which everything went well. */
function measuredWell() {
  const result = {
    sent: 300,
    acknowledged: times(300, (n) => n),
    answers: times(300, (n) => ({ due: n * 100, latency: 20 })),
    failures: {} as Record<string, number>,
    sentLate: [1],
    sentAgain: 0,
  }
  return {
    steps: [{ rate: 30, result, p95: 20, hasHeld: true as boolean }],
    warmUp: { ...result, failures: {} as Record<string, number> },
    samples: [times(30, () => ({ memory: 200, handles: 100, delay: 12 }))],
    sampleEvery: 1_000,
    mailsWaiting: 0,
    machine: '',
    shares: { cores: 2, nodes: 0.2, generators: 0.1 },
    uploads: { sent: 9, bytes: 9e6, right: 9, failures: [] as string[], averageAtOnce: 5 },
    streams: {
      failures: [] as string[],
      lost: [] as string[],
      heard: times(2, () => ({ streams: 500, p99: 40 })),
    },
    acknowledged: 600,
    rows: { lost: [] as string[], doubled: [] as string[] },
    mails: { lost: [] as string[], doubled: [] as string[] },
  } satisfies Measured
}

type Well = ReturnType<typeof measuredWell>
const settings = ['rate', '30', 'streams', '500', 'uploads', '5']

function missed(mode: string, change: (measured: Well) => void = () => undefined): string[] {
  const measured = measuredWell()
  change(measured)
  return judge(readPlan([mode, 'seconds', '10', ...settings]), measured)
    .filter(({ isReached }) => isReached === false)
    .map(({ what }) => what)
}

/** Tells a row by how it begins. */
const only = (...beginnings: string[]) => beginnings.map((each) => expect.stringMatching(new RegExp(`^${each}`)))

test.each(['load', 'soak', 'capacity'])('a %s in which everything went well misses nothing', (mode) => {
  expect(missed(mode)).toEqual([])
})

test('a registration that is not answered, or not with 201, is a miss', () => {
  expect(missed('load', ({ steps }) => steps[0]?.result.acknowledged.pop())).toEqual(only('30 registrations'))
  const inWarmUp = missed('load', ({ warmUp }) => {
    warmUp.failures['answered 503'] = 1
  })
  expect(inWarmUp).toEqual(only('30 registrations'))
})

test('one in ten answers that are slow is a miss, and so is none at all', () => {
  const slow = (measured: Well) => {
    for (const [n, answer] of measured.steps[0]?.result.answers.entries() ?? []) if (n % 10 === 0) answer.latency = 251
  }
  expect(missed('load', slow)).toEqual(only('p95'))
  const noneAnswered = ({ steps }: Well) => steps[0]?.result.answers.splice(0)
  expect(missed('load', noneAnswered)).toEqual(only('p95'))
  const oneInTenFailed = ({ steps }: Well) => steps[0]?.result.answers.splice(0, 30)
  expect(missed('load', oneInTenFailed)).toEqual(only('p95'))
})

test('an acknowledged registration or email that is lost or doubled is a miss', () => {
  expect(missed('load', ({ rows }) => rows.lost.push('ada'))).toEqual(only('acknowledged registrations'))
  expect(missed('load', ({ rows }) => rows.doubled.push('ada'))).toEqual(only('acknowledged registrations'))
  expect(missed('load', ({ mails }) => mails.lost.push('ada'))).toEqual(only('their emails'))
})

test('a stream that is refused, lost or deaf is a miss', () => {
  expect(missed('load', ({ streams }) => streams.failures.push('HTTP/1.1 503'))).toEqual(only('streams open'))
  expect(missed('load', ({ streams }) => streams.lost.push('closed'))).toEqual(only('streams open'))
  const oneIsDeaf = ({ streams }: Well) => {
    for (const heard of streams.heard.slice(1)) heard.streams = 499
  }
  expect(missed('load', oneIsDeaf)).toEqual(only('announcements'))
})

test('a file with other bytes is a miss, and so are too few uploads at once', () => {
  const set = (change: Partial<Well['uploads']>) => (measured: Well) => Object.assign(measured.uploads, change)
  expect(missed('load', set({ right: 8 }))).toEqual(only('files'))
  expect(missed('load', set({ failures: ['a grant was answered 503'] }))).toEqual(only('files'))
  expect(missed('load', set({ averageAtOnce: 4.4 }))).toEqual(only('uploads under way'))
})

test('a soak also misses what grows', () => {
  const grow = (what: 'memory' | 'handles', by: number) => (measured: Well) => {
    for (const [n, sample] of measured.samples[0]?.entries() ?? []) sample[what] += n * by
  }
  expect(missed('soak', grow('memory', 2))).toEqual(only('memory of node 1'))
  expect(missed('soak', grow('handles', 2))).toEqual(only('file handles of node 1'))
  const slower = ({ steps }: Well) => {
    for (const [n, answer] of steps[0]?.result.answers.entries() ?? []) answer.latency += n / 3
  }
  expect(missed('soak', slower)).toEqual(only('p95 of the registrations'))
})

test('a capacity without a step that held is a miss', () => {
  const tooMuch = ({ steps }: Well) => {
    for (const step of steps) step.hasHeld = false
  }
  expect(missed('capacity', tooMuch)).toEqual(only('most registrations'))
})

test('reasons are told once each, with how often', () => {
  const measured = measuredWell()
  measured.uploads.failures.push('a file is missing', 'a file is missing')
  measured.warmUp.failures['answered 503'] = 3

  expect(listReasons(measured)).toEqual(['registrations: 3 × answered 503', 'uploads: 2 × a file is missing'])
})
