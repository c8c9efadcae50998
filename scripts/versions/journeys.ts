import { strict as assert } from 'node:assert'
import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { openStream } from '../cluster/tests/streams.ts'
import { administrator } from '../rig/accounts.ts'
import { until } from '../rig/processes.ts'
import { alternate, type Call, callVersion, type Version } from './alternating-caller.ts'

type Walk = { versions: Version[]; call: Call; admin: string; name: string }

/** Walks the journeys of a company and an attendee, alternating between the versions at every step. */
export async function walkJourneys(versions: Version[], name: string) {
  const call = alternate(versions)
  const { cookie: admin } = await call('POST', '/api/auth/login', administrator)
  const walk = { versions, call, admin, name }
  await walkCompany(walk)
  await walkEvent(walk)
}

/** Runs the action, and waits until the streams of both versions have announced it. */
async function heardByBoth({ versions, admin }: Walk, topic: string, act: () => Promise<unknown>) {
  const streams = await Promise.all(versions.map(({ url }) => openStream(url, admin)))
  await act()
  for (const [n, stream] of streams.entries()) {
    await until(`the topic ${topic} at the ${versions[n]?.name} version`, async () => stream.topics().includes(topic))
    stream.close()
  }
}

/** Polls each version until it shows the change: caches are invalidated a moment later. */
const shownByBoth = (versions: Version[], what: string, isShown: (version: Version) => Promise<boolean>) =>
  Promise.all(versions.map((version) => until(`${what} at the ${version.name} version`, () => isShown(version))))

async function walkCompany(walk: Walk) {
  const { versions, call, admin, name } = walk
  const { password } = administrator
  const contact = { email: `${name}@mail.test`, phone: '+59991234567', contactPersonName: 'Ada Lovelace' }
  await call('POST', '/api/auth/signup', { ...contact, companyName: name, password, confirmPassword: password })
  const { cookie } = await call('POST', '/api/auth/login', { email: contact.email, password })
  const company = await call('POST', '/api/companies', { ...contact, name, teamSize: 12 }, { cookie })
  const companyId: string = company.body.id

  let taskId = ''
  await heardByBoth(walk, 'tasks', async () => {
    const task = {
      title: `Walk of ${name}`,
      description: 'Go outside together.',
      pointsReward: 30,
      caloriesBurned: 100,
    }
    taskId = (await call('POST', '/api/tasks', task, { cookie: admin })).body.id
  })
  const contentUrls: string[] = []
  for (let n = 0; n < 6; n++) contentUrls.push(await upload(call, cookie))
  const proof = { taskId, companyId, contentUrls, contentType: 'image' }
  const { body: submitted } = await call('POST', '/api/proofs', proof, { cookie })
  await heardByBoth(walk, 'leaderboard', () =>
    call('PATCH', `/api/proofs/${submitted.id}/review`, { status: 'approved' }, { cookie: admin }),
  )
  await showPoints(versions, admin, name, 30)
  const given = { cookie: admin, headers: { 'idempotency-key': randomUUID() } }
  const adjustment = { points: 5, calories: 1, reason: 'Helped at the door' }
  const first = await call('POST', `/api/companies/${companyId}/points`, adjustment, given)
  // The repeat at the other version returns the first answer and has no second effect.
  const second = await call('POST', `/api/companies/${companyId}/points`, adjustment, given)
  assert.deepEqual(second.body, first.body)
  await showPoints(versions, admin, name, 35)
}

const showPoints = (versions: Version[], cookie: string, company: string, points: number) =>
  shownByBoth(versions, `${company} with ${points} points on the leaderboard`, async (version) => {
    const { body } = await callVersion(version, 'GET', '/api/leaderboard', undefined, { cookie })
    return body.some((row: { name: string; points: number }) => row.name === company && row.points === points)
  })

/** Requests the grant from one version, sends the bytes to the other. */
async function upload(call: Call, cookie: string): Promise<string> {
  // Noise: a duplicate picture is refused.
  const pixels = sharp(randomBytes(32 * 24 * 3), { raw: { width: 32, height: 24, channels: 3 } })
  const bytes = await pixels.jpeg().toBuffer()
  const file = { fileName: 'run.jpg', size: bytes.length, contentType: 'image/jpeg', purpose: 'proof' }
  const { body: grant } = await call('POST', '/api/uploads', file, { cookie })
  const { pathname, search } = new URL(grant.url)
  await call('PUT', pathname + search, undefined, { cookie, headers: grant.headers, bytes })
  return grant.path
}

async function walkEvent(walk: Walk) {
  const { versions, call, admin, name } = walk
  const asAdmin = { cookie: admin }
  const eventDate = new Date(Date.now() + 3_600_000).toISOString()
  const form = { title: `Run of ${name}`, description: 'Ten kilometres along the shore', eventDate, capacity: 500 }
  const { body: event } = await call('POST', '/api/events', form, asAdmin)
  const at = `/api/events/${event.id}`
  const person = { firstName: 'Grace', lastName: 'Hopper', email: `grace-${name}@mail.test`, phone: '+59991234567' }
  await heardByBoth(walk, 'events', () => call('POST', `${at}/register`, person))
  const { body: list } = await call('GET', `${at}/registrations`, undefined, asAdmin)
  const { body: approved } = await call('PATCH', `${at}/registrations/${list[0].id}`, { status: 'approved' }, asAdmin)
  const scan = { payload: approved.qrCodePayload, gate: 'Gate A' }
  assert.equal((await call('POST', `${at}/check-in`, scan, asAdmin)).body.result, 'ok')
  // An attendee inside is inside for the other version as well.
  assert.equal((await call('POST', `${at}/check-in`, scan, asAdmin)).body.result, 'already')
  await shownByBoth(versions, 'the attendee inside', async (version) => {
    const { body } = await callVersion(version, 'GET', `${at}/registrations`, undefined, asAdmin)
    return body[0].checkedIn === true
  })
}
