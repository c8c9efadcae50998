import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Caller, startWorld } from '#server/testing.ts'

const task = {
  title: 'Morning run',
  description: 'Run five kilometres together',
  youtubeUrl: '',
  pointsReward: 25,
  caloriesBurned: 300,
}

let shade = 0
async function aPicture(): Promise<Buffer> {
  shade = (shade + 7) % 200
  return sharp({ create: { width: 64, height: 48, channels: 3, background: { r: shade, g: 120, b: 40 } } })
    .jpeg()
    .toBuffer()
}

async function upload(company: Caller, bytes: Buffer, contentType = 'image/jpeg'): Promise<string> {
  const grant = await company('POST', '/api/uploads', { fileName: 'run.jpg', size: bytes.length, contentType })
  const sent = await fetch(grant.body.url, { method: 'PUT', body: new Uint8Array(bytes), headers: grant.body.headers })
  if (sent.status !== 201) throw new Error(await sent.text())
  return grant.body.path
}

test('a proof is submitted, approved, and its points arrive', async () => {
  const { root: admin, acme: company } = await startWorld({ root: 'admin', acme: 'company' })
  const { body: created } = await admin('POST', '/api/tasks', task)
  const paths: string[] = []
  for (let n = 0; n < 6; n++) paths.push(await upload(company, await aPicture()))

  const proof = { taskId: created.id, companyId: company.companyId, contentUrls: paths, contentType: 'image' }
  const submitted = await company('POST', '/api/proofs', proof)
  expect(submitted).toMatchObject({ status: 201, body: { status: 'pending', taskTitle: 'Morning run' } })
  expect(await company('POST', '/api/proofs', proof)).toMatchObject({ status: 409, body: { code: 'proof-exists' } })
  expect((await admin('GET', '/api/proofs/pending')).body).toHaveLength(1)

  const review = await admin('PATCH', `/api/proofs/${submitted.body.id}/review`, {
    status: 'approved',
    adminNotes: 'Well run',
  })

  expect(review).toMatchObject({ status: 200, body: { status: 'approved', pointsAwarded: 25 } })
  expect((await company('GET', `/api/companies/${company.companyId}`)).body).toMatchObject({
    totalPoints: 25,
    totalCaloriesBurned: 300,
  })
  expect((await company('GET', '/api/leaderboard')).body).toMatchObject([{ points: 25, rank: 1, caloriesBurned: 300 }])
  expect((await company('GET', `/api/leaderboard/${company.companyId}`)).body.proofs).toHaveLength(1)
  const file = await company('GET', submitted.body.contentUrls[0])
  expect(file).toMatchObject({ status: 200 })
  expect(file.headers.get('content-type')).toBe('image/jpeg')
})
