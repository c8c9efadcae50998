import type { RegistrationsResult } from './generators/registrations-process.ts'
import {
  areHandlesFlat,
  compareQuarters,
  isLatencyFlat,
  isMemoryFlat,
  latenciesOf,
  p95Limit,
  p95Of,
  percentile,
  type Quarters,
} from './judging.ts'
import type { Measured } from './measure-load.ts'
import type { Plan } from './plan.ts'
import type { Sample } from './sampling.ts'

/** A row of the table. Without `isReached` it is only reported. */
export type Row = { what: string; product: string; wanted?: string; isReached?: boolean }

const count = (number: number) => number.toLocaleString('en')
const ms = (number: number) => (Number.isFinite(number) ? `${number.toFixed(0)} ms` : 'none')
const most = (samples: Sample[][], of: (sample: Sample) => number) => Math.max(...samples.flat().map(of))

export function judge(plan: Plan, measured: Measured): Row[] {
  return [
    ...(plan.mode === 'capacity' ? judgeCapacity(measured) : judgeRegistrations(plan, measured)),
    ...judgeRows(measured),
    ...judgeStreams(plan, measured),
    ...judgeUploads(plan, measured),
    ...(plan.mode === 'soak' ? judgeFlatness(plan, measured) : []),
    {
      what: 'most memory, file handles and p99 of the event loop of one node',
      product: `${most(measured.samples, ({ memory }) => memory).toFixed(0)} MB, ${count(most(measured.samples, ({ handles }) => handles))}, ${ms(most(measured.samples, ({ delay }) => delay))}`,
    },
  ]
}

function judgeRegistrations(plan: Plan, { steps, warmUp }: Measured): Row[] {
  const result = steps[0]?.result ?? warmUp
  const latencies = latenciesOf(result)
  const p95 = percentile(latencies, 0.95)
  const failed = countOf(result.failures) + countOf(warmUp.failures)
  return [
    {
      what: `${plan.rate} registrations a second for ${plan.seconds} s, answered 201`,
      product: `${count(result.acknowledged.length)} of ${count(result.sent)}`,
      wanted: 'all',
      isReached: result.acknowledged.length === result.sent && failed === 0,
    },
    {
      what: 'p95 from when each was due',
      product: ms(p95),
      wanted: `≤ ${p95Limit} ms`,
      isReached: p95 <= p95Limit,
    },
    {
      what: 'p50, p99 and longest',
      product: [0.5, 0.99, 1].map((share) => ms(percentile(latencies, share))).join(', '),
    },
    {
      what: 'of it the delay of the generator itself, p95',
      product: ms(percentile(result.sentLate, 0.95)),
    },
  ]
}

function judgeCapacity({ steps }: Measured): Row[] {
  const held = steps.findLast(({ hasHeld }) => hasHeld)
  const broken = steps.find(({ hasHeld }) => !hasHeld)
  return [
    {
      what: `most registrations a second with p95 ≤ ${p95Limit} ms and none failed`,
      product: held ? `${held.rate}/s, p95 ${ms(held.p95)}` : 'none of the steps',
      wanted: 'one step',
      isReached: held !== undefined,
    },
    {
      what: 'the first step that was too much',
      product: broken
        ? `${broken.rate}/s: p95 ${ms(broken.p95)}, ${countOf(broken.result.failures)} failed`
        : 'none was tried',
    },
  ]
}

function judgeRows({ acknowledged, rows, mails, mailsWaiting }: Measured): Row[] {
  const judged = [
    { what: 'acknowledged registrations in the database, each once', ...rows },
    { what: 'their emails in the outbox, each once', ...mails },
  ].map(({ what, lost, doubled }) => ({
    what,
    product: `${count(acknowledged)}: ${lost.length} lost, ${doubled.length} doubled`,
    wanted: '0 lost, 0 doubled',
    isReached: acknowledged > 0 && lost.length === 0 && doubled.length === 0,
  }))
  return [...judged, { what: 'emails not yet sent after the last registration', product: count(mailsWaiting) }]
}

function judgeStreams(plan: Plan, { streams }: Measured): Row[] {
  const { failures, lost, heard } = streams
  const delays = heard.map(({ p99 }) => p99)
  const heardByAll = heard.filter((each) => each.streams === plan.streams).length
  return [
    {
      what: 'streams open throughout',
      product: `${count(plan.streams - failures.length - lost.length)} of ${count(plan.streams)}`,
      wanted: 'all',
      isReached: failures.length === 0 && lost.length === 0,
    },
    {
      what: 'announcements that every stream heard; their p99, median and slowest',
      product: `${heardByAll} of ${heard.length}; ${ms(percentile(delays, 0.5))}, ${ms(percentile(delays, 1))}`,
      wanted: 'all',
      isReached: heard.length > 0 && heardByAll === heard.length,
    },
  ]
}

function judgeUploads(plan: Plan, { uploads }: Measured): Row[] {
  return [
    {
      what: 'files with the size and the hash that were sent',
      product: `${count(uploads.right)} of ${count(uploads.sent)}, ${count(Math.round(uploads.bytes / 1e6))} MB, failures: ${uploads.failures.length}`,
      wanted: 'all, failures: 0',
      isReached: uploads.sent > 0 && uploads.right === uploads.sent && uploads.failures.length === 0,
    },
    {
      what: 'uploads under way, on average',
      product: uploads.averageAtOnce.toFixed(1),
      wanted: `≥ ${(plan.uploads * 0.9).toFixed(1)}`,
      isReached: uploads.averageAtOnce >= plan.uploads * 0.9,
    },
  ]
}

/** Judges each node by the rules in judging.ts. */
function judgeFlatness(plan: Plan, { samples, sampleEvery, steps }: Measured): Row[] {
  const minutes = plan.seconds / 60
  const each = samples.flatMap((ofNode, n) => {
    const memory = compareQuarters(ofNode.map((sample) => sample.memory))
    const handles = compareQuarters(ofNode.map((sample) => sample.handles))
    const delay = compareQuarters(ofNode.map((sample) => sample.delay))
    return [
      row(`memory of node ${n + 1}, second and last quarter`, memory, 'MB', isMemoryFlat(memory, minutes)),
      row(`file handles of node ${n + 1}`, handles, '', areHandlesFlat(handles)),
      row(`event loop of node ${n + 1}, p99`, delay, 'ms'),
    ]
  })
  const p95 = compareQuarters(p95Of(steps[0]?.result.answers ?? [], sampleEvery))
  return [...each, row('p95 of the registrations, second and last quarter', p95, 'ms', isLatencyFlat(p95))]
}

const row = (what: string, { second, last }: Quarters, unit: string, isFlat?: boolean): Row => ({
  what,
  product: `${second.toFixed(0)} → ${last.toFixed(0)} ${unit}`.trim(),
  ...(isFlat === undefined ? {} : { wanted: 'flat', isReached: isFlat }),
})

const countOf = (failures: RegistrationsResult['failures']) => Object.values(failures).reduce((sum, n) => sum + n, 0)

function countEach(sentences: string[]): Record<string, number> {
  const times: Record<string, number> = {}
  for (const sentence of sentences) times[sentence] = (times[sentence] ?? 0) + 1
  return times
}

/** The reasons for failures, with their counts. */
export function listReasons({ steps, warmUp, streams, uploads }: Measured): string[] {
  const listFailures = (what: string, failures: Record<string, number>) =>
    Object.entries(failures).map(([sentence, times]) => `${what}: ${times} × ${sentence}`)
  const registrations = [warmUp, ...steps.map(({ result }) => result)]
  return [
    ...registrations.flatMap(({ failures }) => listFailures('registrations', failures)),
    ...listFailures('streams', countEach([...streams.failures, ...streams.lost])),
    ...listFailures('uploads', countEach(uploads.failures)),
  ]
}
