import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { readMetrics } from '#server/testing/metrics.ts'
import { aFolder, startServer } from '#server/testing.ts'
import { enqueue } from '../jobs/queue.ts'

type Alert = { alert: string; expr: string; labels: Record<string, string>; annotations: Record<string, string> }
type Panel = { title: string; targets: { expr: string }[] }

const read = (path: string) => readFileSync(path, 'utf8')
const rules = load(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: Alert[] }[] }
const alerts = rules.groups.flatMap((group) => group.rules)
const tests = load(read('deploy/prometheus/alerts.test.yaml')) as {
  tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
}
const dashboard = JSON.parse(read('deploy/grafana/dashboard.json')) as { panels: Panel[] }
const runbook = read('docs/runbook.md')

const words = ['and', 'or', 'unless', 'on', 'ignoring', 'bool']

/** The metrics of a PromQL expression, each with the labels that must be equal to something. */
function metricsOf(expr: string): { name: string; equal: string[] }[] {
  const bare = expr.replace(/\b(?:by|without)\s*\([^)]*\)/g, ' ').replace(/\[[^\]]*\]/g, ' ')
  // Not the inside of braces, and no function: that has a parenthesis behind it.
  return [...bare.matchAll(/([a-zA-Z_]\w*)(\s*\()?(\{[^}]*\})?|\{[^}]*\}/g)]
    .filter(([, name, isFunction]) => name && !isFunction && !words.includes(name))
    .map(([, name = '', , labels = '']) => ({
      name,
      equal: [...labels.matchAll(/\w+="[^"]*"/g)].map(([pair]) => pair),
    }))
}

/** What a server tells that has had a request, a job, and a backup. `up` is Prometheus' own. */
async function readAll(): Promise<string[]> {
  const BACKUP_DIR = aFolder()
  writeFileSync(join(BACKUP_DIR, 'backup-2026-06-01T07-00-00Z.tar'), 'archive')
  const { visitor, db, clock, platform } = await startServer({ environment: { BACKUP_DIR } })
  await db.transaction((tx) => enqueue(tx, { kind: 'count' }, clock.now()))
  platform.metrics.jobAttempts.inc({ queue: 'jobs', kind: 'count', result: 'failed' })
  platform.metrics.answers.observeAnswer('/api/tasks', 'GET', 503, 1)
  await visitor('GET', '/api/healthz')
  return [...(await readMetrics(visitor)).text.split('\n'), 'up{job="sports-week"} 1']
}

const isTold = (lines: string[], { name, equal }: { name: string; equal: string[] }) =>
  lines.some((line) => line.split(/[{ ]/)[0] === name && equal.every((pair) => line.includes(pair)))

test('every metric that alerts and the dashboard ask for is one that a server tells, with these labels', async () => {
  const lines = await readAll()
  const asked = [
    ...alerts.map(({ alert, expr }) => ({ where: alert, expr })),
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
  ]
  const metrics = asked.flatMap(({ where, expr }) => metricsOf(expr).map((metric) => ({ where, ...metric })))

  expect(asked.filter(({ expr }) => metricsOf(expr).length === 0)).toEqual([])
  expect(metrics.length).toBeGreaterThan(40)
  expect(metrics.filter((metric) => !isTold(lines, metric))).toEqual([])
})

test('a metric or label that no server tells is found', async () => {
  const lines = await readAll()
  const found = (expr: string) => metricsOf(expr).filter((metric) => !isTold(lines, metric))

  expect(found('max by (queue) (jobs_oldest_second{queue="mails"}) > 9')).toEqual([
    { name: 'jobs_oldest_second', equal: ['queue="mails"'] },
  ])
  expect(found('rate(http_responses_total{status="200"}[5m]) / jobs_waiting{queue="mail"}')).toEqual([
    { name: 'jobs_waiting', equal: ['queue="mail"'] },
  ])
})

test('every alert says what is wrong, how urgent it is, and which section of the runbook to open', () => {
  const anchors = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase())

  expect(alerts.length).toBeGreaterThanOrEqual(10)
  expect(alerts.map(({ annotations }) => annotations.runbook)).toEqual(
    anchors.map((anchor) => `docs/runbook.md#${anchor}`),
  )
  for (const { alert, annotations, labels } of alerts) {
    expect(annotations.summary, alert).toMatch(/\w+ \w+/)
    expect(['page', 'ticket'], alert).toContain(labels.severity)
    const [section = ''] = runbook.match(new RegExp(`^## ${alert}\\n[\\s\\S]*?(?=^## |(?![\\s\\S]))`, 'm')) ?? []
    for (const part of ['**For people:**', '**Look:**', '**Do:**']) expect(section, alert).toContain(part)
  }
})

test('promtool is given numbers that raise each alert, and numbers that do not', () => {
  const cases = tests.tests.flatMap((each) => each.alert_rule_test)
  const tried = (isRaised: boolean) =>
    new Set(cases.filter((each) => each.exp_alerts.length > 0 === isRaised).map(({ alertname }) => alertname))

  expect([...tried(true)].sort()).toEqual(alerts.map(({ alert }) => alert).sort())
  expect([...tried(false)].sort()).toEqual(alerts.map(({ alert }) => alert).sort())
})

test('the runbook names only commands and files that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = [...runbook.matchAll(/`npm run ([\w:]+)/g)].map(([, name = '']) => name)
  const administration = [...runbook.matchAll(/`npm run admin -- ([\w-]+)/g)].map(([, name = '']) => name)
  const links = [...runbook.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file = '']) => file)

  expect(commands.length).toBeGreaterThan(8)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const usage = read('src/server/commands/admin.ts')
  expect(administration.filter((name) => !usage.includes(`npm run admin -- ${name}`))).toEqual([])
  for (const file of links) expect(read(join('docs', file)).length).toBeGreaterThan(0)
})
