import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { begin, beginPiece, head, patch, withNoise } from '../features/files/resumable/testing.ts'
import { aPicture } from '../features/files/testing.ts'
import { eventually } from '../testing/eventually.ts'
import { freePort, run } from '../testing/product.ts'
import { aFolder, type Caller, goodPassword } from '../testing.ts'

/** The built product on this folder, for one browser that keeps its cookie. */
async function startProduct(DATA_DIR: string, PORT: string) {
  const product = run({ DATA_DIR, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` })
  await product.ready
  return product
}

function aBrowser(PORT: string): Caller {
  let cookie = ''
  return async (method, path, body, { headers = {} } = {}) => {
    const reply = await fetch(`http://127.0.0.1:${PORT}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    })
    cookie ||= reply.headers.get('set-cookie')?.split(';')[0] ?? ''
    const text = await reply.text()
    return { status: reply.status, text, body: JSON.parse(text), headers: reply.headers }
  }
}

async function becomeCompany(call: Caller) {
  const contact = { contactPersonName: 'Ada Lovelace', phone: '+59991234567' }
  const login = { email: 'ada@mail.test', password: goodPassword }
  await call('POST', '/api/auth/signup', { ...login, confirmPassword: goodPassword, companyName: 'Acme', ...contact })
  await call('POST', '/api/auth/login', login)
  await call('POST', '/api/companies', { name: 'Acme', email: 'office@acme.test', ...contact, teamSize: 12 })
}

test('killed in the middle of a piece, the product goes on with the same file after its start', async () => {
  const [DATA_DIR, PORT] = [aFolder(), await freePort()]
  const first = await startProduct(DATA_DIR, PORT)
  const call = aBrowser(PORT)
  await becomeCompany(call)
  const bytes = withNoise(await aPicture(), 3_000_000)
  const url = await begin(call, bytes.length)
  expect((await patch(url, 0, bytes.subarray(0, 1_000_000))).offset).toBe(1_000_000)
  const piece = beginPiece(url, 1_000_000, bytes.subarray(1_000_000, 2_000_000), 2_000_000)
  await piece.sent

  first.child.kill('SIGKILL')
  await Promise.all([first.ended, piece.closed])
  await startProduct(DATA_DIR, PORT)

  // The killed process still has its lease for a few seconds.
  const { status, offset } = await head(url)
  expect(status).toBe(200)
  expect(offset).toBeGreaterThanOrEqual(1_000_000)
  expect(offset).toBeLessThanOrEqual(2_000_000)
  expect((await patch(url, offset, bytes.subarray(offset))).status).toBe(204)
  const waiting = async () => (await call('GET', '/api/uploads')).body[0]
  await eventually(async () => (await waiting())?.state === 'ready', 'its preparation', 60_000)
  expect((await waiting()).sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
}, 180_000)
