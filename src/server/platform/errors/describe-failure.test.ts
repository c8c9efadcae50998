import { createConnection } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { describeFailure } from './describe-failure.ts'
import { Problem } from './problem.ts'

const systemError = (code: string, details: object) =>
  Object.assign(new Error(`${code}: what the system says`), { code, syscall: 'write', ...details })

const refusal = (code: string, message: string) => Object.assign(new pg.DatabaseError(message, 1, 'error'), { code })

const refusedPort = () =>
  new Promise<Error>((resolve) => createConnection({ host: 'localhost', port: 1 }).once('error', resolve))

const fullDisk = systemError('ENOSPC', { path: '/srv/files/a.jpg' })

test.each([
  [new Problem('storage-full', { cause: fullDisk }), /^The disk of \/srv\/files\/a\.jpg is full: free some room/],
  [new Problem('storage-full'), /^The disk with the files is full: free/],
  [new Problem('storage-unavailable', { cause: systemError('EIO', { path: '/srv' }) }), /^The file store .* \/srv /],
  [systemError('EPERM', { path: '/srv' }), /^This user has no right to \/srv: use the user that runs the product/],
  [
    refusal('28P01', 'password authentication failed for user "week"'),
    /^The database refused .*correct DATABASE_URL\.$/,
  ],
  [refusal('XX999', 'odd'), /odd\. Run the command again; report this line/],
  [
    new DrizzleQueryError('select $1', ['ada@mail.test'], refusal('53100', 'disk full')),
    /^The database refused \(53100\)/,
  ],
  [new Error('Connection terminated unexpectedly'), /^The database does not answer any more: look whether it runs/],
  [new TypeError('x is undefined'), /^This is a fault of the product: TypeError: x is undefined\. .*report/],
  [new Error('There is no backup: make one.'), /^There is no backup: make one\.$/],
  ['a word', /^a word$/],
])('%s is told to an operator as what happened and what to do', (error, sentence) => {
  const told = describeFailure(error)

  expect(told).toMatch(sentence)
  expect(told).not.toMatch(/ada@mail|storage-|\n/)
})

test('a port that nothing answers at is named, also where a name has several addresses', async () => {
  expect(describeFailure(await refusedPort())).toMatch(
    /^Nothing answers at (127\.0\.0\.1|::1):1 \(ECONNREFUSED\): start/,
  )
})
