import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { signalChannel } from '../../src/server/platform/live/publish.ts'
import { watchMachine } from '../bench/measuring/machine.ts'
import { type Calls, type Generator, startGenerator } from './generators/calls.ts'
import { announcementTopic, emailOf } from './generators/names.ts'
import type { RegistrationCalls, RegistrationsResult } from './generators/registrations-process.ts'
import type { Heard, StreamCalls } from './generators/streams-process.ts'
import type { UploadCalls } from './generators/uploads-process.ts'
import type { Installation } from './installation.ts'
import { compareWithStored, latenciesOf, p95Limit, percentile } from './judging.ts'
import { type Plan, secondsPerFile } from './plan.ts'
import { processorSeconds, type Sample, startSampling } from './sampling.ts'

const bytesPerSecond = 1_000_000
/** A warm-up: its registrations count, but not their latency. */
const warmUpSeconds = 5
const announceEvery = 15_000
/** Each step of `capacity` adds this share of the first rate; `mostSteps` is the limit. */
const stepShare = 0.5
const mostSteps = 20

export type Step = { rate: number; result: RegistrationsResult; p95: number; hasHeld: boolean }

/** Starts streams and uploads, then registrations; afterwards compares every acknowledged write with the database. */
export async function measureLoad(plan: Plan, installation: Installation) {
  const { nodes, eventId } = installation
  const registrations = startFor<RegistrationCalls>(installation, 'registrations')
  const streams = startFor<StreamCalls>(installation, 'streams')
  const uploads = startFor<UploadCalls>(installation, 'uploads')
  const bases = nodes.map(({ base }) => base)
  const urls = bases.map((base) => `${base}/api/events/${eventId}/register`)
  let people = 0
  const register = async (rate: number, seconds: number) => {
    const first = people
    people += Math.round(rate * seconds)
    return registrations.call('run', { urls, rate, seconds, first })
  }

  console.log(`opening ${plan.streams.toLocaleString('en')} streams …`)
  const ports = nodes.map(({ port }) => port)
  const opening = await streams.call('open', { ports, cookies: installation.streamCookies, count: plan.streams })
  const fileBytes = bytesPerSecond * secondsPerFile(plan)
  const sending = { bases, cookies: installation.uploadCookies, atOnce: plan.uploads, bytesPerSecond, fileBytes }
  await uploads.call('start', sending)
  const warmUp = await register(plan.rate, Math.min(warmUpSeconds, plan.seconds))

  console.log(`${plan.rate} registrations a second …`)
  const announcements = startAnnouncing(installation)
  // Two dozen samples in a short run allow a comparison of quarters; each sample costs the product a little.
  const sampleEvery = Math.max(1_000, Math.min(10_000, (plan.seconds * 1_000) / 24))
  const sampling = startSampling(nodes, sampleEvery)
  const describeMachine = watchMachine()
  const readShares = watchProcessor(
    nodes.map(({ pid }) => pid),
    [registrations, streams, uploads].map(({ pid }) => pid),
  )
  const steps = await runSteps(plan, register)
  const machine = describeMachine()
  const shares = readShares()
  const samples: Sample[][] = sampling.stop()
  const mailsWaiting = await countWaitingMails(installation)

  console.log('looking for everything that was acknowledged …')
  const sentFiles = await uploads.call('stop', undefined)
  await announcements.stop()
  const heard = await waitUntilHeard(streams, announcements.sentAt.length, plan.streams)
  const { lost } = await streams.call('close', undefined)
  const acknowledged = [warmUp, ...steps.map(({ result }) => result)].flatMap((each) =>
    each.acknowledged.map((person) => emailOf(person)),
  )
  return {
    steps,
    warmUp,
    samples,
    sampleEvery,
    mailsWaiting,
    machine,
    shares,
    uploads: sentFiles,
    streams: {
      failures: opening.failures,
      lost,
      heard: announcements.sentAt.map((at, n) => delayOf(heard, n + 1, at)),
    },
    acknowledged: acknowledged.length,
    ...(await compareRows(installation, acknowledged)),
  }
}

export type Measured = Awaited<ReturnType<typeof measureLoad>>

function startFor<C extends Calls>(installation: Installation, name: string): Generator<C> {
  const generator = startGenerator<C>(`${name}-process.ts`)
  installation.cleanup.add(generator.stop)
  return generator
}

async function runSteps(
  plan: Plan,
  register: (rate: number, seconds: number) => Promise<RegistrationsResult>,
): Promise<Step[]> {
  const steps: Step[] = []
  for (let n = 0; n < (plan.mode === 'capacity' ? mostSteps : 1); n++) {
    const rate = Math.round(plan.rate * (1 + n * stepShare))
    const result = await register(rate, plan.seconds)
    const p95 = percentile(latenciesOf(result), 0.95)
    const hasHeld = p95 <= p95Limit && result.acknowledged.length === result.sent
    steps.push({ rate, result, p95, hasHeld })
    if (plan.mode === 'capacity') console.log(`${rate}/s: p95 ${p95.toFixed(0)} ms`)
    if (!hasHeld) break
  }
  return steps
}

function startAnnouncing({ pool }: Pick<Installation, 'pool'>) {
  const sentAt: number[] = []
  async function announce() {
    sentAt.push(performance.timeOrigin + performance.now())
    const signal = { topics: [announcementTopic(sentAt.length)], audience: 'everyone' }
    await pool.query('select pg_notify($1, $2)', [signalChannel, JSON.stringify(signal)])
  }
  // A failed announcement is heard by none, and the table reports it.
  const tryToAnnounce = () => void announce().catch((error: Error) => console.error(error.message))
  tryToAnnounce()
  const timer = setInterval(tryToAnnounce, announceEvery)
  return {
    sentAt,
    /** Sends a last announcement. */
    async stop() {
      clearInterval(timer)
      await announce()
    },
  }
}

const patience = 15_000

async function waitUntilHeard(streams: Generator<StreamCalls>, last: number, count: number) {
  const giveUpAt = performance.now() + patience
  for (;;) {
    const heard = await streams.call('listHeard', undefined)
    if (heard.get(last)?.streams === count || performance.now() > giveUpAt) return heard
    await sleep(200)
  }
}

const delayOf = (heard: Map<number, Heard>, number: number, at: number) => {
  const { streams = 0, p99At = Number.POSITIVE_INFINITY } = heard.get(number) ?? {}
  return { streams, p99: p99At - at }
}

async function compareRows({ pool, eventId }: Installation, acknowledged: string[]) {
  const registered = await pool.query<{ email: string }>('select email from event_registrations where event_id = $1', [
    eventId,
  ])
  const mailed = await pool.query<{ email: string }>(
    `select to_address as email from outbox where to_address like 'person%'`,
  )
  const emailsOf = ({ rows }: typeof registered) => rows.map(({ email }) => email)
  return {
    rows: compareWithStored(acknowledged, emailsOf(registered)),
    mails: compareWithStored(acknowledged, emailsOf(mailed)),
  }
}

async function countWaitingMails({ pool }: Installation): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from outbox where state = 'queued'`,
  )
  return rows[0]?.count ?? 0
}

/** The processor shares; the rest is the database, the preparation of files, other programs and idle time. */
function watchProcessor(nodes: number[], generators: number[]) {
  const begun = performance.now()
  const before = [processorSeconds(nodes), processorSeconds(generators)] as const
  return () => {
    const cores = cpus().length
    const all = ((performance.now() - begun) / 1_000) * cores
    return {
      cores,
      nodes: Math.max(0, processorSeconds(nodes) - before[0]) / all,
      generators: Math.max(0, processorSeconds(generators) - before[1]) / all,
    }
  }
}
