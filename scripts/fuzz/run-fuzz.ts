import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { api } from '../../src/contract/api.ts'
import { type Damaged, damagedRequest } from '../../src/server/testing/fuzz/damaged-requests.ts'
import { createJudge } from '../../src/server/testing/fuzz/judge.ts'
import { createPeople, type People } from '../../src/server/testing/fuzz/people.ts'
import { type Answer, createSender, prepare, type Sent } from '../../src/server/testing/fuzz/send.ts'
import { startTarget, type Target } from './target.ts'

/** A group of people serves this many requests; then the next group replaces it. */
export const requestsOfPeople = 500
/** The run stops after this many faults: read the first ones before continuing. */
export const mostFaults = 20

export type Plan = {
  seed: number
  /** The index of the first request; a group always starts at its first request. */
  from: number
  requests: number
  atOnce: number
  /** A module with planted faults, which the product loads first. */
  preload?: string
  say?: (line: string) => void
}

/** For a late health check, every request under way is a suspect. */
export type Fault = { what: string; requests: { index: number; sent: Sent }[]; log?: string }
type Health = { answers: number; greatest: number; p999: number }
type UnderWay = { index: number; sent: Sent; startedAt: number; endedAt?: number }

export type Figures = Awaited<ReturnType<typeof sendAll>>['figures']

/** Sends the requests of this seed to a new product and returns the faults. */
export async function runFuzz(plan: Plan) {
  const target = await startTarget(plan)
  try {
    return await sendAll(target, plan)
  } finally {
    await target.stop()
  }
}

async function sendAll(target: Target, { seed, from, requests, atOnce, say = () => undefined }: Plan) {
  const faults: Fault[] = []
  const statuses: Record<number, number> = {}
  const judge = createJudge(api.operations.keys())
  const sender = createSender(target.base, atOnce)
  const groups = createGroups(target, seed)
  const recent: UnderWay[] = []
  const report = (what: string, requests: Fault['requests'], log?: string) => {
    const fault = { what, requests: requests.map(({ index, sent }) => ({ index, sent })), log }
    faults.push(fault)
    say(describeFault(fault))
  }
  const memoryBefore = target.memory()
  let reportedUntil = 0
  const health = watchHealth(target, ({ at, until, ms, trouble }) => {
    // Late health checks of the same period have the same cause.
    if (at <= reportedUntil) return
    reportedUntil = until
    const underWay = recent.filter(({ startedAt, endedAt = until }) => startedAt <= until && endedAt >= at)
    report(`${trouble ?? `health answers after ${ms.toFixed(0)} ms`} while these are under way`, underWay)
  })

  let next = from
  const startedAt = performance.now()
  async function work() {
    while (next < from + requests && faults.length < mostFaults && target.isRunning()) {
      const index = next++
      const { damaged, people } = await groups.at(index)
      const sent = prepare(damaged, people, index)
      const one: UnderWay = { index, sent, startedAt: Date.now() }
      recent.push(one)
      if (recent.length > 4 * atOnce) recent.shift()
      const answer = await sendAgain(() => sender.send(sent))
      one.endedAt = Date.now()
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      const what = judge(sent, answer)
      if (what) report(what, [one], target.logOf(requestIdIn(answer.text)))
      if (answer.status === 401) await people.comeBack(damaged.role)
      if ((index + 1 - from) % 10_000 === 0) say(progress(index + 1 - from, performance.now() - startedAt, target))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const seconds = (performance.now() - startedAt) / 1000
  if (!target.isRunning()) report('the product ended', recent)
  const figures = {
    ...{ sent: next - from, seconds, statuses, memoryBefore, memory: target.memory() },
    database: await target.measureDatabase(),
    health: await health.stop(),
  }
  sender.close()
  return { faults, figures }
}

/** Retries on 503: on a busy machine the database may time out, which is no fault. */
async function sendAgain(send: () => Promise<Answer>) {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    if (answer.status !== 503 || tries === 10) return answer
    await sleep(500)
  }
}

/** The requests and people of a group, created lazily with its first request. */
function createGroups(target: Target, seed: number) {
  const groups = new Map<number, Promise<{ people: People; requests: Damaged[] }>>()
  const make = async (group: number) => ({
    people: await createPeople(target),
    requests: fc.sample(damagedRequest, { seed: Math.imul(seed, 1_000_003) + group, numRuns: requestsOfPeople }),
  })
  return {
    async at(index: number) {
      const group = Math.floor(index / requestsOfPeople)
      let made = groups.get(group)
      if (!made) {
        made = make(group)
        groups.set(group, made)
        groups.delete(group - 2)
      }
      const { people, requests } = await made
      return { people, damaged: requests[index % requestsOfPeople] as Damaged }
    },
  }
}

type Late = { at: number; until: number; ms: number; trouble?: string }

function watchHealth({ base, pid }: Target, onLate: (late: Late) => void) {
  const child = fork('scripts/fuzz/watch-health.mjs', [base, String(pid)], { execArgv: [] })
  const ended = new Promise<Health>((resolve, reject) => {
    child.on('message', (message: { late: Late } | Health) =>
      'late' in message ? onLate(message.late) : resolve(message),
    )
    child.on('error', reject)
  })
  return {
    stop: () => {
      child.send('stop')
      return ended
    },
  }
}

const requestIdIn = (text: string) => /"requestId":"([^"]+)"/.exec(text)?.[1] ?? 'none'

const progress = (sent: number, milliseconds: number, { memory }: Target) =>
  `${sent} requests, ${Math.round(sent / (milliseconds / 1000))} a second, ${Math.round(memory().now / 2 ** 20)} MB`

/** Prints the request as sent; very long parts are cut. */
function describeFault({ what, requests, log }: Fault): string {
  const cut = (text: string) => (text.length > 2_000 ? `${text.slice(0, 2_000)}… (${text.length})` : text)
  const lines = requests.flatMap(({ index, sent: { role, method, path, headers, body } }) => [
    `  request ${index}, ${role}: ${method} ${cut(path)}`,
    `    ${cut(JSON.stringify(headers))}`,
    ...(body ? [`    ${cut(JSON.stringify(String(body)))}`] : []),
  ])
  return [what, ...lines, ...(log ? [`  ${cut(log)}`] : [])].join('\n')
}
