import { readFileSync, writeFileSync } from 'node:fs'
import type { Result } from './try-fault.ts'

const file = 'docs/faults.md'
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

const columns = [
  'fault',
  'acknowledged',
  'lost',
  'doubled',
  'failed tries',
  'longest pause',
  'time to ready',
  'emails lost, doubled',
  'repeat with',
]

export const header = `| ${columns.join(' | ')} |\n|${columns.map(() => ' --- |').join('')}`

export function rowOf(name: string, title: string, result: Result): string {
  const { acknowledged, lost, doubled, failed, longestPauseMs, readyMs, mails } = result
  const counts = [acknowledged, lost, doubled, failed.length]
  const times = [seconds(longestPauseMs), seconds(readyMs)]
  const ofMails = mails ? `${mails.lost}, ${mails.doubled}` : '–'
  return `| ${[title, ...counts, ...times, ofMails, command(name)].join(' | ')} |`
}

const command = (name: string) => `\`npm run test:faults -- ${name}\``

/** Replaces the rows of the faults from this run; keeps all others. */
export function writeRows(rows: Map<string, string>) {
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const [name, row] of rows) {
    const at = lines.findIndex((line) => line.includes(command(name)))
    if (at < 0) throw new Error(`${file} has no row with ${command(name)}`)
    lines[at] = row
  }
  writeFileSync(file, lines.join('\n'))
}
