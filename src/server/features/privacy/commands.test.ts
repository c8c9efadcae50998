import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder, startServer } from '#server/testing.ts'

test('an operator exports everything about an address into a file for themselves alone, and erases it', async () => {
  const { aCompany, anAdmin, databaseUrl, platform } = await startServer()
  const { email } = await aCompany('engines')
  await anAdmin()
  const cwd = aFolder()
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: platform.config.dataDir }
  const run = (...words: string[]) =>
    new Promise<{ code: number | string | null; said: string }>((done) => {
      const program = resolve('dist/server/commands/admin.js')
      execFile(process.execPath, [program, ...words], { cwd, env }, (error, stdout, stderr) =>
        done({ code: error?.code ?? 0, said: (stdout + stderr).trim() }),
      )
    })

  const exported = await run('export', email)
  const files = readdirSync(cwd)
  const erased = await run('erase', email)
  const again = await run('erase', email)
  const notAnAddress = await run('erase', 'engines')

  expect(exported).toEqual({ code: 0, said: expect.stringMatching(/personal-data-[\dTZ-]+\.json holds everything/) })
  const file = join(cwd, files[0] ?? '')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ email, companies: [{ name: 'engines Ltd' }] })
  expect(erased).toEqual({ code: 0, said: expect.stringMatching(/^Erased: 1 account, 1 company, 0 contact addresses/) })
  expect(again).toEqual({ code: 0, said: `We hold no data about ${email}.` })
  expect(notAnAddress).toEqual({ code: 2, said: 'Invalid email address' })
})
