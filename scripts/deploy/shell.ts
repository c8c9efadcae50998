import { execFileSync } from 'node:child_process'

/** Runs a bash script with these arguments and returns its output. */
export const sh = (script: string, ...given: string[]) =>
  execFileSync('bash', ['-euo', 'pipefail', '-c', script, 'bash', ...given], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
