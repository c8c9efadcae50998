import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/platform/config.ts'
import { describeFailure } from '#server/platform/errors/describe-failure.ts'
import { openPlatform } from '#server/platform/open-platform.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Ends the process with the exit code of the work, or with a sentence that says what went wrong and what to do. */
export function runCommand(work: () => Promise<number>) {
  work().then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${describeFailure(error)}\n`)
      process.exit(1)
    },
  )
}

/** The platform of the product that is configured here, beside a server that may be running. */
export async function withPlatform<T>(
  work: (platform: Platform) => Promise<T>,
  config: Config = readConfig(),
  logLevel?: Config['logLevel'],
): Promise<T> {
  const { platform, close } = await openPlatform(config, 'visit', logLevel)
  return work(platform).finally(close)
}

/** For a command that removes what it made before it ends. Whoever asks twice does not want to wait. */
export function stopAtSignals(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(1)
      stopping.abort(new Error('The command was stopped; what it had made is removed.'))
    })
  }
  return stopping.signal
}

/** What was typed behind the command. An option that it does not have is an error. */
export const readArguments = <T extends NonNullable<ParseArgsConfig['options']>>(options: T) =>
  parseArgs({ options, allowPositionals: true })

export const say = (line: string) => process.stdout.write(`${line}\n`)
