// The first half of `npm run demo`: creates the week if missing, and prints how to sign in.
import { branding } from '../../src/contract/branding/branding.ts'
import { administrators, companies, emailOf, password, tasks, tasksOfTomorrow } from './content.ts'
import { ensureWeek } from './create-week.ts'
import { type Marker, Refused, shownFolder } from './folder.ts'
import { planWeek } from './plan.ts'
import { readDemoConfig } from './product.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort(new Error('Stopped.')))

async function run() {
  const config = readDemoConfig(process.env)
  const marker = await ensureWeek({ config, onProgress: createProgress(), signal: stopping.signal })
  clearProgress()
  introduce(marker)
  say(`  Delete ${shownFolder(config)} to be rid of it. No email leaves: they are in ${shownFolder(config)}/outbox.`)

  function introduce({ seed, madeAt, doorPath }: Marker) {
    const { proofs, attendees } = planWeek(seed)
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: config.timeZone }).format(
      new Date(madeAt),
    )
    say(`\n  A week of ${branding.eventName}, as of ${day}:`)
    say(
      `  ${companies.length} companies, ${tasks.length + tasksOfTomorrow.length} tasks, ${proofs.length} proofs, two events with ${attendees.length} attendees.\n`,
    )
    say(`  Administrator   ${administrators[0]?.email}`)
    say(`  Company         ${emailOf(companies[0]?.name ?? '')}`)
    say(`  Password        ${password}   (of both, and of every other company)`)
    say(`  Sign in         ${config.publicUrl}/login`)
    say(`  Door            ${config.publicUrl}${doorPath}\n`)
  }
}

/** Updates one line on a terminal; prints a few lines elsewhere. */
function createProgress() {
  let last = ''
  return (sentence: string) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${sentence}…`)
    else if (sentence.replace(/\d+/g, '') !== last.replace(/\d+/g, '')) say(`${sentence}…`)
    last = sentence
  }
}

function clearProgress() {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    clearProgress()
    const isExpected = error instanceof Refused || error === stopping.signal.reason
    process.stderr.write(
      `${isExpected || !(error instanceof Error) ? String((error as Error).message) : error.stack}\n`,
    )
    process.exit(1)
  },
)
