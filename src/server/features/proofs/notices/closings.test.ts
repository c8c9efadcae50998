import { expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { atOnce, startServerWith } from '#server/testing/guards.ts'
import { waitingProofs } from '../testing.ts'
import { mailClosings, reminderMoment } from './closings.ts'

async function planning() {
  const server = await startServerWith()
  const root = await server.anAdmin()
  const [acme, zorg] = [await server.aCompany(), await server.aCompany('zorg')]
  const { clock } = server
  const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  const plan = async (title: string, closesIn: number, opensIn?: number) => {
    const times = { closesAt: later(closesIn), opensAt: opensIn === undefined ? null : later(opensIn) }
    const reply = await root('POST', '/api/tasks', {
      title,
      description: 'Run five kilometres together',
      ...times,
    })
    expect(reply.status).toBe(201)
    return reply.body.id as string
  }
  const sent = async () =>
    (await server.mails())
      .filter(({ template }) => template === 'task-closes')
      .map(({ toAddress, subject }) => `${toAddress}: ${subject}`)
      .toSorted()
  return { ...server, root, acme, zorg, plan, sent, later, look: () => mailClosings(server.platform) }
}

test('two hours before a task closes, companies that have handed in nothing are reminded, once', async () => {
  const { plan, acme, look, sent, clock, mails, ...server } = await planning()
  const run = await plan('Run', hours(8))
  await waitingProofs({ ...server, clock }, acme.companyId, [run])

  clock.advance(hours(6) - 1)
  await look()
  expect(await sent()).toEqual([])
  clock.advance(1)
  await look()
  await look()
  clock.advance(hours(1))
  await look()

  expect(await sent()).toEqual(['office@zorg.test: “Run” closes soon'])
  expect((await mails())[0]?.text).toContain('“Run”: 10 points, until Monday 1 June, 16:00')
})

test('who was rejected is reminded, who has to fix a proof is not', async () => {
  const { plan, acme, zorg, root, look, sent, clock, ...server } = await planning()
  const run = await plan('Run', hours(8))
  const [first] = await waitingProofs({ ...server, clock }, acme.companyId, [run])
  const [second] = await waitingProofs({ ...server, clock }, zorg.companyId, [run])
  await root('PATCH', `/api/proofs/${first}/review`, { status: 'rejected', adminNotes: 'Dark' })
  const files = [{ path: `proofs/${'0'.repeat(32)}.jpg`, reason: 'Dark' }]
  expect((await root('PATCH', `/api/proofs/${second}/review`, { status: 'fix', files })).status).toBe(200)

  clock.advance(hours(6))
  await look()

  expect(await sent()).toEqual(['office@acme.test: “Run” closes soon'])
})

test('tasks that close together come in one email, each company with its own', async () => {
  const { plan, acme, look, sent, clock, ...server } = await planning()
  const run = await plan('Run', hours(8))
  await plan('Swim', hours(8))
  await waitingProofs({ ...server, clock }, acme.companyId, [run])

  clock.advance(hours(6))
  await look()

  expect(await sent()).toEqual(['office@acme.test: “Swim” closes soon', 'office@zorg.test: 2 tasks close soon'])
})

test('a closing time that is moved is reminded of again; one that opened within the hour is not', async () => {
  const { plan, root, look, sent, clock, later } = await planning()
  const run = await plan('Run', hours(3))
  await plan('Short', hours(3), hours(1.5))
  clock.advance(hours(1))
  await look()
  expect(await sent()).toHaveLength(2)
  clock.advance(hours(1))
  await look()
  expect(await sent()).toHaveLength(2)

  await root('PATCH', `/api/tasks/${run}`, { closesAt: later(hours(6)) })
  await look()
  expect(await sent()).toHaveLength(2)
  clock.advance(hours(4))
  await look()
  expect(await sent()).toHaveLength(4)
})

test('a reminder that would fall into the night comes before it', async () => {
  const at = (closesAt: string) => reminderMoment(new Date(closesAt), { timeZone: 'America/Curacao' }).toISOString()

  expect(at('2026-06-02T00:00:00Z'), '20:00').toBe('2026-06-01T22:00:00.000Z')
  expect(at('2026-06-02T03:59:00Z'), '23:59').toBe('2026-06-02T00:30:00.000Z')
  expect(at('2026-06-02T12:00:00Z'), '08:00 the next morning').toBe('2026-06-02T00:30:00.000Z')
  expect(at('2026-06-02T13:00:00Z'), '09:00 the next morning').toBe('2026-06-02T11:00:00.000Z')

  const { plan, look, sent, clock } = await planning()
  await plan('Run', hours(16) - minutes(1))
  clock.advance(hours(12.5) - 1)
  await look()
  expect(await sent()).toEqual([])
  clock.advance(1)
  await look()
  expect(await sent()).toHaveLength(2)
})

test('eight looks at once remind every company once', async () => {
  const { plan, look, sent, clock } = await planning()
  await plan('Run', hours(8))
  clock.advance(hours(6))

  await atOnce(8, look)

  expect(await sent()).toHaveLength(2)
})
