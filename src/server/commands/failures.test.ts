import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, inject, test } from 'vitest'
import { aFolder, withDatabase } from '#server/testing.ts'

/** As npm starts it. */
function run(words: string[], environment: Record<string, string>) {
  return new Promise<{ code: number | string | null | undefined; said: string }>((done) => {
    const env = { PATH: process.env.PATH, DATA_DIR: aFolder(), ...environment }
    execFile(process.execPath, [resolve('scripts/command.mjs'), ...words], { env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, said: (stdout + stderr).trim() }),
    )
  })
}

const nobody = 'postgres://week@127.0.0.1:1/week'

test('every command that fails says in one sentence what happened and what to do', async () => {
  const missing = withDatabase(inject('databaseUrl'), 'not_there')
  const folder = aFolder()
  writeFileSync(join(folder, 'note.txt'), 'mine')
  mkdirSync(join(folder, 'week.tar'))
  const absent = join(folder, 'absent.tar')

  const commands: [words: string[], environment: Record<string, string>, sentence: RegExp][] = [
    [['restore', absent], {}, /absent\.tar does not exist: look whether the name is right\.$/],
    [['restore', join(folder, 'week.tar')], {}, /week\.tar is no file: name an archive\.$/],
    [['restore', '--force', absent], {}, /^Unknown option '--force': docs\/backup\.md .* have the options/],
    [['drill', absent], {}, /absent\.tar does not exist: look whether the name is right\.$/],
    [['drill'], { BACKUP_DIR: folder }, /^There is no backup yet: npm run backup$/],
    [['backup', join(folder, 'note.txt/week.tar')], { DATABASE_URL: missing }, /not_there.* Create that database/],
    ...['backup', 'verify', 'jobs', 'mails'].map(
      (name) => [[name], { DATABASE_URL: nobody }, /^Nothing answers at 127\.0\.0\.1:1 .*: start what should/] as const,
    ),
    [['admin', 'migrate'], { DATABASE_URL: nobody }, /^Nothing answers at 127\.0\.0\.1:1 /],
    [['upgrade-postgres'], { DATABASE_URL: nobody }, /^DATABASE_URL is set: upgrade that PostgreSQL/],
    [['verifi'], {}, /^The command verifi cannot be loaded: .*Install the product again with npm ci\.$/],
  ].map(([words, environment, sentence]) => [words, environment, sentence] as never)

  for (const [words, environment, sentence] of commands) {
    const { code, said } = await run(words, environment)
    expect(said.replace('Checking the whole archive …\n', ''), words.join(' ')).toMatch(sentence)
    expect(code, words.join(' ')).toBe(1)
  }
})
