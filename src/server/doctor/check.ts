import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/client.ts'
import { describeFailure } from '#server/platform/errors/describe-failure.ts'
import type { ReadFreeSpace } from '#server/platform/storage/free-space.ts'

export type Outcome = { state: 'ok' | 'fault' | 'unchecked'; sentence: string }
export type Finding = Outcome & { name: string }

export type CheckContext = {
  config: Config
  clock: Clock
  /** Rejects with the reason when it does not open. */
  openDatabase(): Promise<Database>
  readFreeSpace: ReadFreeSpace
  /** Overrides the server's reported version, as in `server_version_num`. */
  databaseVersion?: number
  /** The timeout of one check, in milliseconds. */
  patience: number
}

/** One check. Its sentence names the fault and the remedy. */
export type Check = { name: string; run(context: CheckContext): Promise<Outcome> }

export const ok = (sentence: string): Outcome => ({ state: 'ok', sentence })
export const fault = (sentence: string): Outcome => ({ state: 'fault', sentence })
export const unchecked = (why: string): Outcome => ({
  state: 'unchecked',
  sentence: `This could not be checked: ${why}`,
})

/** A check that throws or times out becomes a fault; the other checks continue. */
export async function runCheck(check: Check, context: CheckContext): Promise<Finding> {
  const { patience } = context
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve(unchecked(`no answer came within ${patience / 1000} seconds.`)), patience)
  })
  const outcome = await Promise.race([check.run(context), late]).catch((error: unknown) =>
    unchecked(endSentence(describeFailure(error))),
  )
  clearTimeout(timer)
  return { name: check.name, ...outcome }
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // `fetch` and a connection to several addresses wrap the reason.
  const inner = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined)
  return inner instanceof Error && (error.message === '' || error.message === 'fetch failed')
    ? messageOf(inner)
    : error.message || error.name
}

export const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
