import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { type Changed, startServerWith } from '#server/testing/guards.ts'
import { begin, beginPiece, head } from './testing.ts'

const size = 400_000
const sevens = Buffer.alloc(size / 2, 7)
const nines = Buffer.alloc(size / 2, 9)

/** Two connections send the first half of one file, each with bytes of its own; the later one begins while the other is at it. */
async function sendTwiceAtOnce(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const { cookie } = await server.unchanged.aCompany()
  const url = await begin(server.caller(cookie), size)
  const part = join(server.unchanged.filesFolder, 'parts', new URL(url).pathname.split('/').slice(-2).join('-'))
  const arrived = () => statSync(part).size

  const first = beginPiece(url, 0, sevens.subarray(0, 50_000), size)
  await eventually(() => arrived() === 50_000, 'the first bytes')
  // Goes on where the first one is, as a device does whose connection is gone without the server knowing.
  const second = beginPiece(url, 50_000, nines.subarray(0, 50_000), size - 50_000)
  await eventually(() => arrived() === 100_000, 'the bytes of the second')
  first.send(sevens.subarray(0, 100_000))
  const isOver = () => first.status() !== 0 || arrived() > 100_000 || readFileSync(part).lastIndexOf(7) >= 50_000
  await eventually(isOver, 'what becomes of the first')
  const status = first.status()
  const bytes = readFileSync(part)
  await Promise.all([first.cut(), second.cut()])
  const isMixed = bytes.subarray(50_000, 100_000).some((byte) => byte !== 9)
  return { status, isMixed, offset: (await head(url.replace(server.base, server.unchanged.base))).offset }
}

test('of two connections that send one file the later one goes on, and the bytes are never mixed', async () => {
  expect(await sendTwiceAtOnce()).toEqual({ status: 423, isMixed: false, offset: 100_000 })
})

/** Who receives a file is not asked. */
const withoutLease: Changed = {
  find: /^update "uploads" set "lease_id" = .* where \("uploads"\."path" = .*"state" = .*leased_until/,
  without: (query) => ({ ...query, text: query.text.replace('"uploads"."leased_until" is null or', 'true or') }),
}

/** Nor does whoever has lost it notice. */
const withoutRenewing: Changed = {
  find: /^update "uploads" set "leased_until" = /,
  without: (query) => ({
    ...query,
    text: query.text.replace(/"uploads"\."lease_id" = (\$\d+)/, '$1::text is not null'),
  }),
}

test('red control: without the lease both write into the file', async () => {
  expect(await sendTwiceAtOnce(withoutLease, withoutRenewing)).toMatchObject({ status: 0, isMixed: true })
})
