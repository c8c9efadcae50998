// `npm run bench:load`: registrations, open streams and uploads at the same time, on one node or several. See
// docs/load.md.
import { startInstallation } from './installation.ts'
import { type Measured, measureLoad } from './measure-load.ts'
import { type Plan, readPlan } from './plan.ts'
import { judge, listReasons, type Row } from './rows.ts'

function readCommand(): Plan {
  try {
    return readPlan(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

function print(plan: Plan, rows: Row[], { machine, shares, warmUp, steps, ...measured }: Measured) {
  console.table(
    rows.map(({ isReached, wanted = '–', ...row }) => ({
      ...row,
      wanted,
      reached: isReached === undefined ? '–' : isReached ? 'yes' : 'NO',
    })),
  )
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`
  const again = [warmUp, ...steps.map(({ result }) => result)].reduce((sum, { sentAgain }) => sum + sentAgain, 0)
  if (again > 0) console.log(`${again} requests met a kept connection that was just being closed and were sent again.`)
  console.log(
    `Meanwhile: ${machine}. On the same ${shares.cores} cores: ${plan.nodes === 1 ? 'the node' : `${plan.nodes} nodes`} (${percent(shares.nodes)} of the processor), ` +
      `the generators of the load (${percent(shares.generators)}), PostgreSQL, the preparation of files and all else that ran.`,
  )
  for (const reason of listReasons({ machine, shares, warmUp, steps, ...measured })) console.error(reason)
  for (const { what, product, wanted, isReached } of rows)
    if (isReached === false) console.error(`missed: ${what}: ${product}, wanted ${wanted}`)
}

const plan = readCommand()
const installation = await startInstallation(plan).catch((error: Error) => {
  console.error(error.message)
  process.exit(2)
})
let hasReachedAll = false
try {
  const measured = await measureLoad(plan, installation)
  const rows = judge(plan, measured)
  print(plan, rows, measured)
  hasReachedAll = rows.every(({ isReached }) => isReached !== false)
} catch (error) {
  if (!installation.cleanup.signal.aborted) console.error(error instanceof Error ? error.message : error)
} finally {
  await installation.cleanup.end()
}
process.exit(hasReachedAll ? 0 : 1)
