// `npm run fuzz -- --requests 100000 --seed 7`: damaged requests to every call, as every role. See CONTRIBUTING.md.
import { parseArgs } from 'node:util'
import { type Fault, type Figures, mostFaults, requestsOfPeople, runFuzz } from './run-fuzz.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    from: { type: 'string', default: '0' },
    'at-once': { type: 'string', default: '16' },
  },
})
const plan = {
  seed: Number(values.seed),
  requests: Number(values.requests),
  from: Number(values.from),
  atOnce: Number(values['at-once']),
}
if (!Object.values(plan).every(Number.isSafeInteger)) {
  console.error('Each of --requests, --seed, --from and --at-once is a whole number.')
  process.exit(2)
}

console.log(`seed ${plan.seed}, ${plan.requests} requests from ${plan.from}, ${plan.atOnce} at once`)
/** The number of requests per product: its lists and exports grow, so the total time is quadratic. */
const ofOneProduct = 100_000
const end = plan.from + plan.requests
const faults: Fault[] = []
for (let from = plan.from; from < end && faults.length < mostFaults; from += ofOneProduct) {
  const part = { ...plan, from, requests: Math.min(ofOneProduct, end - from) }
  const found = await runFuzz({ ...part, say: console.log })
  faults.push(...found.faults)
  printFigures(found.figures)
}
const indexes = faults[0]?.requests.map(({ index }) => index) ?? []
if (indexes.length > 0) {
  const from = Math.min(...indexes) - (Math.min(...indexes) % requestsOfPeople)
  console.error(`\n${faults.length} faults. The first again, with what came before it:`)
  console.error(`npm run fuzz -- --seed ${plan.seed} --from ${from} --requests ${Math.max(...indexes) - from + 1}`)
}
process.exit(faults.length > 0 ? 1 : 0)

function printFigures({ sent, seconds, statuses, health, memory, memoryBefore, database }: Figures) {
  const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
  console.log(
    `${sent} requests in ${seconds.toFixed(0)} s, ${Math.round(sent / seconds)} a second: ${JSON.stringify(statuses)}`,
  )
  console.log(
    `health every 50 ms: ${health.answers} answers, the last after ${health.greatest.toFixed(0)} ms, 99.9 % within ${health.p999.toFixed(0)} ms`,
  )
  console.log(
    `memory: ${megabytes(memoryBefore.now)} before, ${megabytes(memory.now)} after, ${megabytes(memory.most)} at most; database ${megabytes(database.bytes)}, ${database.deadlocks} deadlocks of which one side began again`,
  )
}
