import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { patiently } from '#server/testing/guards.ts'
import { type Caller, startWorld } from '#server/testing.ts'
import { aPicture } from '../testing.ts'
import { begin, cutInTheMiddle, head, patch, withNoise } from './testing.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('ten files of several megabytes with twenty cuts: hardly a byte is sent twice, and all arrive as they were', async () => {
  const { acme: call, ...server } = await startWorld({ acme: 'company' })
  const files = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => withNoise(await aPicture(), 2_500_000 + n * 111_111)),
  )
  const patientCall: Caller = (...request) => patiently(() => call(...request))
  let sent = 0
  async function sendWithCuts(bytes: Buffer) {
    const url = await begin(patientCall, bytes.length)
    for (const part of [0.3, 0.71]) {
      const { offset } = await patiently(() => head(url))
      const piece = bytes.subarray(offset, Math.floor(bytes.length * part))
      sent += piece.length
      await cutInTheMiddle(server, url, offset, piece, bytes.length - offset)
    }
    // As a client does, also where a busy machine asks it to come back.
    for (let { offset } = await patiently(() => head(url)); offset < bytes.length; ) {
      expect(offset).toBeGreaterThan(0)
      sent += bytes.length - offset
      await patch(url, offset, bytes.subarray(offset))
      offset = (await patiently(() => head(url))).offset
    }
  }

  await Promise.all(files.map(sendWithCuts))

  const all = files.reduce((sum, { length }) => sum + length, 0)
  expect(sent / all).toBeLessThanOrEqual(1.05)
  const waiting = async (): Promise<{ sha256: string; state: string }[]> => (await call('GET', '/api/uploads')).body
  await eventually(
    async () => (await waiting()).every(({ state }) => state === 'ready'),
    'every file looked at',
    120_000,
  )
  expect((await waiting()).map((file) => file.sha256).toSorted()).toEqual(files.map(sha256).toSorted())
})
