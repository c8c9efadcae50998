import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const rules = 'deploy/prometheus/alerts.yaml'

function promtool(...words: string[]) {
  const { status, stdout, stderr, error } = spawnSync('promtool', words, { encoding: 'utf8' })
  if (error) throw new Error('promtool is missing: apt-get install prometheus')
  return { status, said: stdout + stderr }
}

test('promtool accepts the rules, and each is raised by what it is for and by nothing else', () => {
  const checked = promtool('check', 'rules', rules)
  expect(checked.said).toContain('SUCCESS: 12 rules found')

  const tried = promtool('test', 'rules', 'deploy/prometheus/alerts.test.yaml')
  expect(tried.said).toContain('SUCCESS')
  expect(tried.status).toBe(0)
})

test.each([
  ['a limit that is never reached', 'max(proofs_waiting_for_review_oldest_seconds) > 86400', '$&00'],
  ['a comparison that is turned round', 'data_disk_size_bytes) < 0.1', 'data_disk_size_bytes) > 0.1'],
  ['a label with a typing mistake', 'jobs_oldest_seconds{queue="mails"}', 'jobs_oldest_seconds{queue="mail"}'],
  ['a metric that is not there', 'rate(database_pool_wait_seconds_bucket', 'rate(database_pool_wait_bucket'],
])('red control: %s is found', (_, right, wrong) => {
  const folder = mkdtempSync(join(tmpdir(), 'week-rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync('deploy/prometheus', folder, { recursive: true })
  const text = readFileSync(rules, 'utf8')
  expect(text).toContain(right)
  writeFileSync(join(folder, 'alerts.yaml'), text.replace(right, wrong))

  expect(promtool('check', 'rules', join(folder, 'alerts.yaml')).status).toBe(0)
  expect(promtool('test', 'rules', join(folder, 'alerts.test.yaml')).status).toBe(1)
})
