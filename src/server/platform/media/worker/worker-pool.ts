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

/** The process that prepared the file ended without a result: a crash, or a limit of memory or time. */
export class WorkerDied extends Error {
  override name = 'WorkerDied'
}

type Worker = { child: ChildProcess; ready: Promise<void>; ended: Promise<string>; idleTimer?: NodeJS.Timeout }

/** Processes in which files are prepared. */
export type WorkerPool = {
  /** Parses, cleans and hashes a file in a process of its own. Throws `InvalidMedia`, `WorkerDied`, or trouble of our own. */
  clean(job: Job, signal: AbortSignal): Promise<Prepared>
}

const builtOrSource = () => workerProgram('media-worker.js', 'src/server/platform/media/worker/worker.ts')
const maxIdle = 10_000
const maxStartSeconds = 180
const children = new Set<ChildProcess>()

// They end by themselves when they lose us; this is for the moment until they notice.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

export function createWorkerPool(limits: WorkerLimits, program: WorkerProgram = builtOrSource()): WorkerPool {
  const workers = createSemaphore(2)
  const memory = createSemaphore(1)
  const idleWorkers: Worker[] = []

  function takeIdle(): Worker | undefined {
    const worker = idleWorkers.pop()
    // One that ended while it had nothing to do says nothing about the next file.
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

/** The one of this process. */
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
    // Memory that was taken from the system once is seldom given back.
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

/** Kept for the next file, for a while. */
function keepForNext(worker: Worker, idleWorkers: Worker[]) {
  idleWorkers.push(worker)
  worker.idleTimer = setTimeout(() => worker.child.kill('SIGKILL'), maxIdle)
  worker.idleTimer.unref()
}

const tell = ({ child }: Worker, message: ToWorker) => {
  // What cannot be told ends the worker's process, and that is heard elsewhere.
  child.send(message, () => undefined)
}

function startWorker({ path, execArgv }: WorkerProgram): Worker {
  const child = fork(path, {
    // Bytes are outside of this limit; what is inside is what parsers allocate.
    execArgv: [...execArgv, '--max-old-space-size=128'],
    // Nothing of the server's environment: whoever takes this process over finds no passwords. Pixels never go to the disk.
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
    // Not `exit`: what it said last may come after that.
    child.once('close', (code, signal) => resolve(`ended by ${signal ?? code} ${said}`.trim()))
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    // Before it has seen a file, no file is to blame.
    void ended.then((how) => reject(new Error(`The process that prepares files did not start: ${how}`)))
  })
  ready.catch(() => undefined)
  const worker: Worker = { child, ready, ended }
  void ended.then(() => children.delete(child))
  // An idle worker must not keep a command alive that has nothing else to do.
  child.unref()
  child.channel?.unref()
  if (child.stderr && 'unref' in child.stderr) (child.stderr as unknown as { unref(): void }).unref()
  return worker
}
