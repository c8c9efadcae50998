import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/platform/config.ts'
import { describeFailure } from '#server/platform/errors/describe-failure.ts'
import { openPlatform } from '#server/platform/open-platform.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Ends the process with the exit code of the work, or with a sentence that names the failure and the remedy. */
export function runCommand(work: () => Promise<number>) {
  work().then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${describeFailure(error)}\n`)
      process.exit(1)
    },
  )
}

/** Opens the platform from the configuration; a server may be running beside it. */
export async function withPlatform<T>(
  work: (platform: Platform) => Promise<T>,
  config: Config = readConfig(),
  logLevel?: Config['logLevel'],
): Promise<T> {
  const { platform, close } = await openPlatform(config, 'visit', logLevel)
  return work(platform).finally(close)
}

/** For commands that remove partial results before they end. A second signal ends the process at once. */
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

/** Parses the command's arguments. Unknown options throw. */
export const readArguments = <T extends NonNullable<ParseArgsConfig['options']>>(options: T) =>
  parseArgs({ options, allowPositionals: true })

export const say = (line: string) => process.stdout.write(`${line}\n`)
