import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { freePort, run } from '#server/testing/product.ts'
import { aFolder } from '#server/testing.ts'
import { checks } from './doctor.ts'

/** The built command, as an operator runs it. */
async function askDoctor(environment: Record<string, string>, ...options: string[]) {
  const child = spawn(process.execPath, ['dist/server/commands/admin.js', 'doctor', ...options], {
    env: { PATH: process.env.PATH, ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output }
}

const statesOf = (json: string) =>
  Object.fromEntries(
    JSON.parse(json).checks.map(({ name, state }: { name: string; state: string }) => [name, state] as const),
  )

test('the doctor looks at the embedded database of a product that runs, and of one that was stopped', async () => {
  const settings = {
    DATA_DIR: aFolder(),
    PORT: await freePort(),
    ADMIN_EMAIL: 'root@week.test',
    ADMIN_PASSWORD: 'Trade-wind-and-salt-77',
  }
  const before = await askDoctor(settings, '--json')
  const product = run(settings)
  await product.ready
  const BACKUP_DIR = aFolder()

  const running = await askDoctor(settings, '--json')
  await new Promise((resolve) =>
    spawn(process.execPath, ['dist/server/commands/backup.js'], {
      env: { PATH: process.env.PATH, ...settings, BACKUP_DIR },
    }).on('close', resolve),
  )
  const withBackup = await askDoctor({ ...settings, BACKUP_DIR })
  product.child.kill('SIGTERM')
  await product.ended
  const stopped = await askDoctor({ ...settings, BACKUP_DIR }, '--json')

  expect([before.code, statesOf(before.output).database]).toEqual([1, 'fault'])
  expect([running.code, JSON.parse(running.output).isHealthy]).toEqual([1, false])
  expect(statesOf(running.output)).toMatchObject({ database: 'ok', 'public-url': 'ok', backup: 'fault' })
  // The PostgreSQL that comes with this release lacks fixes: nothing else is wrong.
  expect(withBackup.output.split('\n').filter((line) => /^ok {2}/.test(line))).toHaveLength(checks.length - 1)
  expect(withBackup.output).toMatch(/^FAULT {6}database-release .*18\.4 has security holes.*DATABASE_URL/m)
  expect(withBackup).toMatchObject({ code: 1, output: expect.stringMatching(/\nFound 1 faults\.\n$/) })
  expect(statesOf(stopped.output)).toMatchObject({ database: 'ok', administrator: 'ok', 'public-url': 'unchecked' })
  expect(stopped.code).toBe(1)
})

test('settings that cannot be read are named one by one', async () => {
  const { code, output } = await askDoctor({ PORT: 'eighty', SMTP_URL: 'smtp://week:Zq7-hide-me@mail.test' })

  expect(code).toBe(1)
  expect(output).toMatch(/^FAULT {6}settings .*PORT must be a port number/m)
  expect(output).not.toContain('hide-me')
})
