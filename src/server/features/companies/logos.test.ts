import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Caller, startWorld } from '#server/testing.ts'

async function aPicture(shade: number): Promise<Buffer> {
  const background = { r: shade, g: 90, b: 40 }
  return sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
}

async function upload(company: Caller, bytes: Buffer, purpose = 'logo'): Promise<string> {
  const wish = { fileName: 'logo.png', size: bytes.length, contentType: 'image/png', purpose }
  const { body } = await company('POST', '/api/uploads', wish)
  await fetch(body.url, { method: 'PUT', body: new Uint8Array(bytes), headers: body.headers })
  return body.path
}

const settingsOf = (company: { companyId: string }) => `/api/companies/${company.companyId}`

test("an uploaded logo is the company's, and everybody inside sees it", async () => {
  const { ada: company, grace: other } = await startWorld({ ada: 'company', grace: 'company' })
  const path = await upload(company, await aPicture(10))

  const reply = await company('PATCH', settingsOf(company), { logoUrl: path })

  expect(reply).toMatchObject({ status: 200, body: { logoUrl: `/api/files/${path}` } })
  expect(await other('GET', `/api/files/${path}`)).toMatchObject({ status: 200 })
  const again = await company('PATCH', settingsOf(company), { logoUrl: path, teamSize: 7 })
  expect(again).toMatchObject({ status: 200, body: { logoUrl: `/api/files/${path}`, teamSize: 7 } })
})

test('a new logo takes the place of the old one, whose bytes go', async () => {
  const { acme: company } = await startWorld({ acme: 'company' })
  const first = await upload(company, await aPicture(10))
  await company('PATCH', settingsOf(company), { logoUrl: first })
  const second = await upload(company, await aPicture(200))

  await company('PATCH', settingsOf(company), { logoUrl: second })

  expect(await company('GET', `/api/files/${first}`)).toMatchObject({ status: 404 })
  expect(await company('GET', `/api/files/${second}`)).toMatchObject({ status: 200 })
  const gone = await company('PATCH', settingsOf(company), { logoUrl: '' })
  expect(gone).toMatchObject({ status: 200, body: { logoUrl: null } })
  expect(await company('GET', `/api/files/${second}`)).toMatchObject({ status: 404 })
})

test('a logo is an unused upload of the own company, and nothing else', async () => {
  const { ada: company, grace: other } = await startWorld({ ada: 'company', grace: 'company' })
  const theirs = await upload(other, await aPicture(20))
  const proof = await upload(company, await aPicture(30), 'proof')
  const never = 'logos/00000000000000000000000000000000.png'

  for (const logoUrl of [theirs, proof, never, 'https://evil.test/logo.png', 'javascript:alert(1)', '../logos/x.png']) {
    const reply = await company('PATCH', settingsOf(company), { logoUrl })
    expect(reply.status).toBe(400)
    expect(reply.body.fields.logoUrl).toBeTruthy()
  }
  expect((await company('GET', settingsOf(company))).body.logoUrl).toBeNull()
})

test('a broken picture is refused by name', async () => {
  const { acme: company } = await startWorld({ acme: 'company' })
  const whole = await aPicture(40)
  const path = await upload(company, whole.subarray(0, whole.length - 40))

  const reply = await company('PATCH', settingsOf(company), { logoUrl: path })

  expect(reply).toMatchObject({ status: 400, body: { code: 'company-logo' } })
  expect(reply.body.message).toContain('logo.png')
})
