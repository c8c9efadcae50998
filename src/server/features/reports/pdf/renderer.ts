import { type ChildProcess, fork } from 'node:child_process'
import type { ReportNumbers } from '#contract/reports/numbers.ts'
import { workerProgram } from '#server/platform/worker-program.ts'

export type RenderRequest = { id: number; numbers: ReportNumbers; into: string }
export type RenderAnswer = { id: number; error?: string }

const idleMs = 10_000
/** Far longer than the longest report takes on a busy computer, including the start of the process. */
const longestMs = 120_000

type Waiting = { resolve: () => void; reject: (error: Error) => void }
type RenderProcess = { child: ChildProcess; waiting: Map<number, Waiting>; idleTimer?: NodeJS.Timeout }

let running: RenderProcess | undefined
let lastId = 0

/** Renders a PDF into a file, in a child process that stays idle for a while to serve the next report. */
export async function renderIntoFile(numbers: ReportNumbers, into: string, signal: AbortSignal): Promise<void> {
  running ??= start()
  const process = running
  const { child, waiting } = process
  clearTimeout(process.idleTimer)
  lastId += 1
  const id = lastId
  const deadline = setTimeout(() => child.kill('SIGKILL'), longestMs)
  const abort = () => waiting.get(id)?.reject(signal.reason)
  try {
    await new Promise<void>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      const request: RenderRequest = { id, numbers, into }
      // A request that cannot be sent ends the process; its `close` handler below reports the error.
      child.send(request, () => undefined)
    })
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', abort)
    waiting.delete(id)
    if (waiting.size === 0) keepForNext(process)
  }
}

function keepForNext(process: RenderProcess) {
  process.idleTimer = setTimeout(() => process.child.kill('SIGKILL'), idleMs)
  process.idleTimer.unref()
}

function start(): RenderProcess {
  const { path, execArgv } = workerProgram('report-worker.js', 'src/server/features/reports/pdf/worker.ts')
  const child = fork(path, {
    execArgv: [...execArgv, '--max-old-space-size=256'],
    // The child gets no environment variables, because it needs no passwords.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const started: RenderProcess = { child, waiting: new Map() }
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-500)
  })
  child.on('message', ({ id, error }: RenderAnswer) => {
    const request = started.waiting.get(id)
    if (error === undefined) request?.resolve()
    else request?.reject(new Error(`A report could not be drawn: ${error}`))
  })
  const end = (how: string) => {
    if (running === started) running = undefined
    clearTimeout(started.idleTimer)
    for (const { reject } of started.waiting.values()) reject(new Error(`The process that draws reports ended: ${how}`))
  }
  child.once('error', (error) => end(error.message))
  child.once('close', (code, signal) => end(`${signal ?? code} ${said}`.trim()))
  // An idle child process must not keep a command alive.
  child.unref()
  child.channel?.unref()
  if (child.stderr && 'unref' in child.stderr) (child.stderr as unknown as { unref(): void }).unref()
  return started
}
