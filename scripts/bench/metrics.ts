import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRotatingTurns, median } from './measuring/in-turns.ts'
import { measure } from './measuring/load.ts'
import { watchMachine } from './measuring/machine.ts'
import { logIn, startProduct, startTraceSink } from './measuring/processes.ts'
import { requireAnswers } from './measuring/same-bytes.ts'

type Line = { what: string; product: string; bare: string; ratio: string; wanted: string; reached: boolean }
type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  timeDeltas: number[]
}

const most = 0.02
const functions = ['observeResponse', 'routeOf', 'countStatus', 'observeAnswer', '#findTimes']
const idle = ['(idle)', '(program)', '(root)']

const path = '/api/leaderboard?limit=100'
const rounds = 6
const metricOfAnswers = /^http_request_duration_seconds_count\{[^}]*leaderboard/m

/**
 * What counting and timing answers costs, and what tracing every request does, while the product answers from memory as fast as it can: the
 * product with neither, with the first, and with both, by turns. What is judged is the part of the processor's time, from a profile: two
 * processes, and two moments of one, differ by more than what is looked for.
 */
export async function measureMetrics({ seconds }: { seconds: number }): Promise<Line[]> {
  const machine = watchMachine()
  const share = await profileShare(seconds)
  const { turns, spansPerAnswer } = await measureTurns(seconds)
  const middle = (pick: (turn: Turn) => number) => median(turns.map(pick))
  const perSecond = (name: keyof Turn) => `${middle((turn) => turn[name]).toFixed(0)}/s`
  return [
    {
      what: `counting and timing answers from memory (${machine()})`,
      product: `${(share * 100).toFixed(2)} % of the time, ${perSecond('counted')}`,
      bare: `${perSecond('bare')} without`,
      ratio: middle(({ counted, bare }) => counted / bare).toFixed(3),
      wanted: `≤ ${most * 100} % of the time`,
      // Nothing at all would mean that the functions have other names now.
      reached: share > 0 && share <= most,
    },
    {
      what: 'tracing every answer from memory, to a collector on this computer',
      product: `${perSecond('traced')}, ${spansPerAnswer.toFixed(2)} spans for each`,
      bare: `${perSecond('counted')} without`,
      ratio: middle(({ traced, counted }) => traced / counted).toFixed(3),
      wanted: 'no target: it is switched on where it is wanted',
      reached: spansPerAnswer > 0,
    },
  ]
}

type Turn = { bare: number; counted: number; traced: number }

async function measureTurns(seconds: number): Promise<{ turns: Turn[]; spansPerAnswer: number }> {
  const sink = await startTraceSink()
  const products = {
    bare: await startMeasured({ BENCH_PRELOAD: 'scripts/bench/measuring/without-metrics.mjs' }, seconds),
    counted: await startMeasured({}, seconds),
    traced: await startMeasured({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${sink.port}` }, seconds),
  }
  try {
    const { bare, counted, traced } = products
    const turns = await inRotatingTurns(rounds, { bare: bare.load, counted: counted.load, traced: traced.load })
    if (await bare.isCounting()) throw new Error('The product that should not count its answers has counted them')
    if (!(await counted.isCounting())) throw new Error('The product tells no metric of the leaderboard')
    const spans = Number(await (await fetch(`http://127.0.0.1:${sink.port}`)).text())
    return { turns, spansPerAnswer: spans / traced.answers() }
  } finally {
    for (const product of Object.values(products)) await product.stop()
    await sink.stop()
  }
}

async function startMeasured(settings: Record<string, string>, seconds: number) {
  const { port, stop } = await startProduct(settings)
  const base = `http://127.0.0.1:${port}`
  const headers = { cookie: await logIn(base) }
  let answers = 0
  async function load(): Promise<number> {
    const { perSecond } = requireAnswers(await measure({ port, path, headers, connections: 10, seconds }))
    answers += perSecond * seconds
    return perSecond
  }
  // The first requests of a process are slower.
  await load()
  const isCounting = async () => metricOfAnswers.test(await (await fetch(`${base}/api/metrics`)).text())
  return { load, stop, isCounting, answers: () => answers }
}

async function profileShare(seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'week-profile-'))
  const product = await startProduct({ BENCH_PROFILE: folder })
  const { port } = product
  const headers = { cookie: await logIn(`http://127.0.0.1:${port}`) }
  requireAnswers(await measure({ port, path, headers, connections: 10, seconds: seconds * 8 }))
  await product.stop()
  const shares = readdirSync(folder).map((file) => readShare(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
  rmSync(folder, { recursive: true, force: true })
  return Math.max(...shares)
}

function readShare({ nodes, samples, timeDeltas }: Profile): number {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  let [busy, counting] = [0, 0]
  for (const [index, id] of samples.entries()) {
    const { functionName, url } = frames.get(id) ?? { functionName: '(root)', url: '' }
    if (idle.includes(functionName)) continue
    const time = timeDeltas[index] ?? 0
    busy += time
    if (functions.includes(functionName) || url.includes('/prom-client/')) counting += time
  }
  return counting / busy
}
