import { type ChildProcess, fork } from 'node:child_process'
import type { FileType } from '#contract/media-types.ts'
import { createSemaphore, type Semaphore } from '../../semaphore.ts'
import { type WorkerProgram, workerProgram } from '../../worker-program.ts'
import type { CleanedFile } from '../clean.ts'
import { InvalidMedia } from '../invalid-media.ts'
import { defaultWorkerLimits, type WorkerLimits } from '../limits.ts'

export type Job = { file: string; type: FileType; into: string }
export type Prepared = CleanedFile & { sha256: string }
export type ToWorker = { job: Job; limits: WorkerLimits } | { memory: 'granted' }
type Answer =
  | { facts: Prepared }
  | { fault: string }
  | { trouble: { message: string; code?: string; syscall?: string } }
export type FromWorker = { ready: true } | { needsMemory: true } | Answer

/** The process ended without a result: a crash, or a limit of memory or time. */
export class WorkerDied extends Error {
  override name = 'WorkerDied'
}

type Worker = { child: ChildProcess; ready: Promise<void>; ended: Promise<string>; idleTimer?: NodeJS.Timeout }

/** Processes that prepare files. */
export type WorkerPool = {
  /**
   * Parses, cleans and hashes a file in a separate process. Throws `InvalidMedia`, `WorkerDied`, or errors of the
   * server.
   */
  clean(job: Job, signal: AbortSignal): Promise<Prepared>
}

const builtOrSource = () => workerProgram('media-worker.js', 'src/server/platform/media/worker/worker.ts')
const maxIdle = 10_000
const maxStartSeconds = 180
const children = new Set<ChildProcess>()

// Children end when they lose the parent; killing them covers the moment until they notice.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

export function createWorkerPool(limits: WorkerLimits, program: WorkerProgram = builtOrSource()): WorkerPool {
  const workers = createSemaphore(2)
  const memory = createSemaphore(1)
  const idleWorkers: Worker[] = []

  function takeIdle(): Worker | undefined {
    const worker = idleWorkers.pop()
    // Skip a worker that ended while idle: its end is unrelated to the next file.
    return worker && !isRunning(worker) ? takeIdle() : worker
  }

  async function runLimited(worker: Worker, job: Job, signal: AbortSignal): Promise<Prepared> {
    const kill = () => worker.child.kill('SIGKILL')
    let deadline = setTimeout(kill, maxStartSeconds * 1000)
    signal.addEventListener('abort', kill)
    try {
      await worker.ready
      clearTimeout(deadline)
      deadline = setTimeout(kill, limits.seconds * 1000)
      return await runJob(worker, { job, limits }, { memory, idleWorkers })
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      clearTimeout(deadline)
      signal.removeEventListener('abort', kill)
    }
  }

  return {
    clean: (job, signal) =>
      workers.run(async () => {
        signal.throwIfAborted()
        const worker = takeIdle() ?? startWorker(program)
        clearTimeout(worker.idleTimer)
        return runLimited(worker, job, signal)
      }),
  }
}

/** The pool of this process. */
export const workerPool = createWorkerPool(defaultWorkerLimits)

type Shared = { memory: Semaphore; idleWorkers: Worker[] }

async function runJob(
  worker: Worker,
  work: Extract<ToWorker, { job: Job }>,
  { memory, idleWorkers }: Shared,
): Promise<Prepared> {
  const { child } = worker
  let tookMemory = false
  let returnMemory = () => {}
  const grantMemory = () =>
    new Promise<void>((resolve) => {
      returnMemory = resolve
      if (child.connected) tell(worker, { memory: 'granted' })
      else resolve()
    })
  const answered = new Promise<Answer>((resolve, reject) => {
    child.on('message', (message: FromWorker) => {
      if ('needsMemory' in message) {
        tookMemory = true
        void memory.run(grantMemory)
      } else if (!('ready' in message)) resolve(message)
    })
    void worker.ended.then((how) => reject(new WorkerDied(how)))
  })
  try {
    tell(worker, work)
    const answer = await answered
    // Processes seldom return memory to the system, so end this one.
    if (tookMemory) child.kill('SIGKILL')
    else keepForNext(worker, idleWorkers)
    return read(answer)
  } finally {
    child.removeAllListeners('message')
    returnMemory()
  }
}

function read(answer: Answer): Prepared {
  if ('facts' in answer) return answer.facts
  if ('fault' in answer) throw new InvalidMedia(answer.fault)
  const { message, ...details } = answer.trouble
  throw Object.assign(new Error(message), details)
}

const isRunning = ({ child }: Worker) =>
  child.connected && !child.killed && child.exitCode === null && child.signalCode === null

/** Keeps the worker for the next file, for a limited time. */
function keepForNext(worker: Worker, idleWorkers: Worker[]) {
  idleWorkers.push(worker)
  worker.idleTimer = setTimeout(() => worker.child.kill('SIGKILL'), maxIdle)
  worker.idleTimer.unref()
}

const tell = ({ child }: Worker, message: ToWorker) => {
  // A failed send ends the worker, which `ended` reports.
  child.send(message, () => undefined)
}

function startWorker({ path, execArgv }: WorkerProgram): Worker {
  const child = fork(path, {
    // Buffers are outside of this limit; it covers the parsers' allocations.
    execArgv: [...execArgv, '--max-old-space-size=128'],
    // Pass no environment of the server, so a compromised process finds no passwords. Keep pixels off the disk.
    env: { VIPS_DISC_THRESHOLD: '100g', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  children.add(child)
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-500)
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // Not `exit`: its last output may arrive after that.
    child.once('close', (code, signal) => resolve(`ended by ${signal ?? code} ${said}`.trim()))
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    // A failure before the first file is not a file's fault.
    void ended.then((how) => reject(new Error(`The process that prepares files did not start: ${how}`)))
  })
  ready.catch(() => undefined)
  const worker: Worker = { child, ready, ended }
  void ended.then(() => children.delete(child))
  // An idle worker must not keep a finished command alive.
  child.unref()
  child.channel?.unref()
  if (child.stderr && 'unref' in child.stderr) (child.stderr as unknown as { unref(): void }).unref()
  return worker
}
