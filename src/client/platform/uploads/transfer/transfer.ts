import type { Grant } from '#contract/files/endpoints.ts'
import type { Network } from './network.ts'
import { networkSentence, UploadFault } from './upload-fault.ts'

export type Outgoing = { name: string; type: string; size: number; data: Blob; position?: number; fileKey?: string }

/** The way to the server; tests have one that fails on demand. Failures are `UploadFault`s. */
export interface Transport {
  /** A place for one attempt. */
  grant(file: Outgoing, signal: AbortSignal): Promise<Grant>
  put(grant: Grant, file: Outgoing, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void>
  /** Whether the bytes of an attempt that got no answer are there after all. */
  arrived(path: string): Promise<boolean>
  discard(path: string): Promise<void>
  /** Whether the next attempt goes on where this one was cut: what came of it is no leftover. */
  resumes?(grant: Grant): boolean
  /** The file is not wanted any more: what came of it may go. */
  giveUp?(file: Pick<Outgoing, 'name' | 'size' | 'data'>): void
}

export const retries = 3
export const firstWait = 300
export const patience = 30_000
export const stallSentence = `Upload has not made any progress for ${patience / 1_000} seconds. You may want to retry it.`
/** Who is asked to wait longer than this is told so, instead of watching nothing happen. */
const longestWait = 60_000

export type TransferContext = {
  transport: Transport
  network: Network
  signal: AbortSignal
  onProgress: (bytes: number) => void
  /** Nothing moved for `patience`; the attempt is given up and repeated. */
  onStall: () => void
}

/**
 * Brings one file to the server, however often it takes, and says where it is. Aborting leaves nothing behind but what the next
 * attempt goes on with.
 */
export async function transfer(file: Outgoing, journey: TransferContext): Promise<Grant> {
  const { transport, network, signal } = journey
  const doubtful: Grant[] = []
  let failures = 0
  try {
    for (;;) {
      const there = await firstThatArrived(doubtful, transport)
      if (there) return there
      signal.throwIfAborted()
      try {
        return await attempt(file, journey, doubtful)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof UploadFault)) throw error
        if (error.unanswered && !network.isUp()) {
          // Being offline is nobody's failure: it goes on when the line is back, however long that takes.
          await network.isBack(signal)
          continue
        }
        if (!error.mayPass || failures === retries || error.retryAfter > longestWait) throw error
        await pause(Math.max(firstWait * 2 ** failures, error.retryAfter), signal)
        failures += 1
      }
    }
  } finally {
    // What has a key is found again by it, perhaps soon: only what nobody wants any more is thrown away.
    const unwanted = file.fileKey && !signal.aborted ? [] : doubtful
    for (const { path } of unwanted) void transport.discard(path).catch(() => undefined)
  }
}

/** One grant, one PUT. A grant whose bytes may have arrived without our knowing goes to `doubtful`. */
async function attempt(file: Outgoing, journey: TransferContext, doubtful: Grant[]): Promise<Grant> {
  const { transport, network, onProgress } = journey
  const watch = watchProgress(journey)
  const stopListening = network.onLost(watch.giveUp)
  try {
    onProgress(0)
    const grant = await transport.grant(file, watch.signal)
    settleDoubt(grant, doubtful)
    if (grant.isStored) return grant
    watch.moved()
    let sent = 0
    try {
      await transport.put(grant, file, watch.signal, (bytes) => {
        sent = bytes
        watch.moved()
        onProgress(bytes)
      })
    } catch (error) {
      const unanswered = !(error instanceof UploadFault) || error.unanswered
      // Cut in the middle the server throws it away by itself.
      if (unanswered && (sent === 0 || sent >= file.size) && !transport.resumes?.(grant)) doubtful.push(grant)
      throw error
    }
    return grant
  } catch (error) {
    throw watch.fault() ?? error
  } finally {
    stopListening()
    watch.end()
  }
}

/** By its key an earlier attempt is granted again: it is no longer one to be thrown away. */
function settleDoubt(grant: Grant, doubtful: Grant[]) {
  const at = doubtful.findIndex(({ path }) => path === grant.path)
  if (at >= 0) doubtful.splice(at, 1)
}

/** An answer that got lost is no reason to send thirty megabytes again. */
async function firstThatArrived(doubtful: Grant[], transport: Transport): Promise<Grant | undefined> {
  for (const [index, grant] of doubtful.entries()) {
    if (!(await transport.arrived(grant.path).catch(() => false))) continue
    doubtful.splice(index, 1)
    return grant
  }
  return undefined
}

/** Gives an attempt up when nothing moved for `patience`, or the line is lost. */
function watchProgress({ signal, onStall }: TransferContext) {
  const attempt = new AbortController()
  const giveUp = (fault: UploadFault) => attempt.abort(fault)
  const stalled = () => {
    onStall()
    giveUp(new UploadFault(stallSentence, 0))
  }
  let timer = setTimeout(stalled, patience)
  const stop = () => attempt.abort(signal.reason)
  signal.addEventListener('abort', stop)
  return {
    signal: attempt.signal,
    giveUp: () => giveUp(new UploadFault(networkSentence, 0)),
    moved() {
      clearTimeout(timer)
      timer = setTimeout(stalled, patience)
    },
    fault: () => (attempt.signal.reason instanceof UploadFault ? attempt.signal.reason : undefined),
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    },
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}
