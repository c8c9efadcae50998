import { ApiProblem } from '#client/platform/requests/api.ts'
import type { Grant } from '#contract/files/endpoints.ts'
import { failureOf, uploadProblem } from './errors.ts'
import { deviceNetwork, type Network, waitFor } from './network.ts'
import type { OutgoingFile, Transport } from './transport.ts'

export const retries = 3
const firstWait = 300
export const stallAfter = 30_000
export const stallSentence = `Upload has not made any progress for ${stallAfter / 1_000} seconds. You may want to retry it.`
/** A longer `retryAfter` counts as a failure, so that nobody waits without progress. */
const longestWait = 60_000

export type SendOptions = {
  transport: Transport
  signal: AbortSignal
  network?: Network
  /** Behaviour after three retries: fail, go on until the server answers, or go on until it refuses the file. */
  persistence?: 'three-retries' | 'until-answered' | 'until-refused'
  onProgress?: (bytes: number) => void
  /** Runs when the server has granted the upload. */
  onGranted?: () => void
  /** Runs when there was no progress for `stallAfter`; the attempt is aborted and retried. */
  onStall?: () => void
  /** Runs when the upload waits for the network. */
  onWaiting?: () => void
}

/** Uploads one file with retries and returns its grant. An abort leaves only what the next attempt resumes. */
export async function sendFile(file: OutgoingFile, options: SendOptions): Promise<Grant> {
  const { transport, signal } = options
  const unansweredGrants: Grant[] = []
  let failures = 0
  try {
    for (;;) {
      const arrived = await findArrived(unansweredGrants, transport)
      if (arrived) return arrived
      signal.throwIfAborted()
      try {
        return await attempt(file, options, unansweredGrants)
      } catch (error) {
        signal.throwIfAborted()
        const wait = waitOf(error, failures, options)
        if (wait === 'network') {
          options.onWaiting?.()
          await (options.network ?? deviceNetwork).isBack(signal)
        } else {
          await waitFor(() => () => undefined, signal, wait)
          signal.throwIfAborted()
          failures += 1
        }
      }
    }
  } finally {
    // A retry finds a file with a key again, so discard it only on abort.
    const unwanted = file.fileKey && !signal.aborted ? [] : unansweredGrants
    for (const { path } of unwanted) void transport.discard(path).catch(() => undefined)
  }
}

/** Delay in milliseconds before the next attempt, or `network`; rethrows a final failure. */
function waitOf(error: unknown, failures: number, { network = deviceNetwork, persistence }: SendOptions) {
  const failure = failureOf(error)
  // Being offline does not count as a failed attempt.
  if (failure === 'unanswered' && !network.isUp()) return 'network'
  const passing = ['unanswered', 'busy', persistence === 'until-refused' ? 'conflict' : 'full']
  if (!(error instanceof ApiProblem) || !passing.includes(failure)) throw error
  if (failures < retries && error.retryAfter <= longestWait)
    return Math.max(firstWait * 2 ** failures, error.retryAfter)
  if (persistence === 'until-refused' || (persistence === 'until-answered' && failure === 'unanswered'))
    return 'network'
  throw error
}

/** One grant, one PUT. A grant goes to `unansweredGrants` if its bytes may have arrived without an answer. */
async function attempt(file: OutgoingFile, options: SendOptions, unansweredGrants: Grant[]): Promise<Grant> {
  const { transport, network = deviceNetwork, onProgress, onGranted } = options
  const watch = watchProgress(options)
  const stopListening = network.onLost(() => watch.abort(uploadProblem()))
  try {
    onProgress?.(0)
    const place = await transport.grant(file, watch.signal)
    onGranted?.()
    // The key makes the server repeat an earlier grant.
    const known = unansweredGrants.findIndex(({ path }) => path === place.path)
    if (known >= 0) unansweredGrants.splice(known, 1)
    if (place.isStored) return place
    watch.moved()
    let sent = 0
    try {
      await transport.put(place, file, watch.signal, (bytes) => {
        sent = bytes
        watch.moved()
        onProgress?.(bytes)
      })
    } catch (error) {
      const isUnanswered = !(error instanceof ApiProblem) || error.status === 0
      // The server discards a partial body itself.
      if (isUnanswered && (sent === 0 || sent >= file.size) && place.offset === undefined) unansweredGrants.push(place)
      throw error
    }
    return place
  } catch (error) {
    throw watch.signal.reason instanceof ApiProblem ? watch.signal.reason : error
  } finally {
    stopListening()
    watch.end()
  }
}

/** Finds a stored file whose answer was lost, so that it need not be sent again. */
async function findArrived(unansweredGrants: Grant[], transport: Transport): Promise<Grant | undefined> {
  for (const [index, grant] of unansweredGrants.entries()) {
    if (!(await transport.arrived?.(grant.path).catch(() => false))) continue
    unansweredGrants.splice(index, 1)
    return grant
  }
  return undefined
}

/** Aborts an attempt without progress for `stallAfter`. */
function watchProgress({ signal, onStall }: SendOptions) {
  const attempt = new AbortController()
  const stalled = () => {
    onStall?.()
    attempt.abort(uploadProblem(stallSentence))
  }
  let timer = setTimeout(stalled, stallAfter)
  const stop = () => attempt.abort(signal.reason)
  signal.addEventListener('abort', stop)
  return {
    signal: attempt.signal,
    abort: (problem: ApiProblem) => attempt.abort(problem),
    moved() {
      clearTimeout(timer)
      timer = setTimeout(stalled, stallAfter)
    },
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    },
  }
}
