import { ConfigMistake, readConfig } from '#server/platform/config.ts'
import { readRelease } from '#server/platform/project.ts'
import type { Finding } from './check.ts'
import { examine } from './doctor.ts'

/** The output of `npm run admin -- doctor`, and whether every check passed. */
export async function reportHealth(asJson: boolean): Promise<{ text: string; isHealthy: boolean }> {
  const findings = await readAndExamine()
  const isHealthy = findings.every(({ state }) => state === 'ok')
  if (asJson)
    return { text: JSON.stringify({ isHealthy, release: readRelease(), checks: findings }, null, 2), isHealthy }
  return { text: [...findings.map(describe), '', summarise(findings)].join('\n'), isHealthy }
}

/** Reports unreadable settings first: no other check can run without them. */
async function readAndExamine(): Promise<Finding[]> {
  try {
    return await examine(readConfig())
  } catch (error) {
    if (!(error instanceof ConfigMistake)) throw error
    return error.message.split('\n').map((line) => ({ name: 'settings', state: 'fault', sentence: `${line}.` }))
  }
}

const marks = { ok: 'ok       ', fault: 'FAULT    ', unchecked: 'UNCHECKED' }

const describe = ({ name, state, sentence }: Finding) => `${marks[state]}  ${name.padEnd(13)}  ${sentence}`

function summarise(findings: Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  if (count('ok') === findings.length) return 'All is well.'
  const unchecked = count('unchecked')
  return `Found ${count('fault')} faults${unchecked > 0 ? `; ${unchecked} things could not be checked` : ''}.`
}
