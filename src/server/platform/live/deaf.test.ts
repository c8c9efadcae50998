import { expect, onTestFinished, test } from 'vitest'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startDatabaseProxy } from '#server/testing/network/tcp-proxy.ts'
import { startServer, startWorld } from '#server/testing.ts'

/** Two processes on one database; the signals of the second come through a proxy. Everything it may keep has been read there. */
async function twoProcesses() {
  const one = await startServer()
  const proxy = await startDatabaseProxy(one.databaseUrl)
  onTestFinished(() => proxy.cut())
  const admin = await one.anAdmin()
  const [acme, zorg] = [await one.aCompany('acme'), await one.aCompany('zorg')]
  const event = await anEvent(admin, { title: 'Beach run' })
  const ada = await aRegistration(one.visitor, admin, event.id, 'Ada')
  const two = await startServer({ beside: one, listenUrl: proxy.url })
  const [there, adminThere, zorgThere] = [acme, admin, zorg].map(({ cookie }) => two.caller(cookie)) as [
    typeof one.visitor,
    typeof one.visitor,
    typeof one.visitor,
  ]

  /** What the second process answers about everything that the change below touches. */
  const answers = async () => ({
    points: (await there('GET', '/api/leaderboard')).body.find(({ id }: { id: string }) => id === acme.companyId)
      .points,
    title: (await two.visitor('GET', `/api/events/${event.id}`)).body.title,
    door: (await adminThere('GET', `/api/events/${event.id}/door/list`)).body.entries.length,
    session: (await zorgThere('GET', '/api/auth/user')).status,
  })
  async function change() {
    const made = [
      await admin('POST', `/api/companies/${acme.companyId}/points`, {
        points: 7,
        calories: 70,
        reason: 'For the test',
      }),
      await admin('PATCH', `/api/events/${event.id}`, { title: 'Night run' }),
      await admin('PATCH', `/api/events/${event.id}/registrations/${ada.id}`, { status: 'approved' }),
      await admin('PATCH', `/api/admin/companies/${zorg.companyId}/password`, { password: 'Trade-wind-77' }),
    ]
    expect(made.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
  }
  expect(await answers()).toEqual({ points: 0, title: 'Beach run', door: 0, session: 200 })
  return { two, proxy, change, answers }
}

const changed = { points: 7, title: 'Night run', door: 1, session: 401 }
const failing = async ({ visitor }: { visitor: Awaited<ReturnType<typeof startServer>>['visitor'] }) => {
  const { status, body } = await visitor('GET', '/api/readyz')
  return { status, failing: body.failing }
}
const twoSeconds = () => new Promise((resolve) => setTimeout(resolve, 2_000))

for (const fault of ['cut', 'blackHole'] as const) {
  const title = { cut: 'was cut', blackHole: 'swallows everything' }[fault]

  test(`a process whose connection for signals ${title} shows no more than two seconds old answers, and is not ready`, async () => {
    const { two, proxy, change, answers } = await twoProcesses()

    await proxy[fault]()
    await change()
    await twoSeconds()

    expect(await answers()).toEqual(changed)
    expect(await failing(two)).toEqual({ status: 503, failing: ['live'] })
    expect((await two.visitor('GET', '/api/healthz')).status).toBe(200)
  })

  test(`once the connection for signals that ${title} is back, nothing kept from before is shown`, async () => {
    const { two, proxy, change, answers } = await twoProcesses()
    await proxy[fault]()
    await change()

    await eventually(() => !two.platform.signals.isHearing(), 'the fault to be noticed')
    await proxy.restore()
    await eventually(() => two.platform.signals.isHearing(), 'signals to arrive again')

    expect(await answers()).toEqual(changed)
    expect(await failing(two)).toEqual({ status: 200, failing: undefined })
  })
}

test('what was read before the first signal could arrive is not kept', async () => {
  const { root: admin, acme, ...one } = await startWorld({ root: 'admin', acme: 'company' })
  const proxy = await startDatabaseProxy(one.databaseUrl)
  onTestFinished(() => proxy.cut())
  await proxy.cut()
  const two = await startServer({ beside: one, listenUrl: proxy.url, awaitSignals: false })
  const points = async () => (await two.caller(acme.cookie)('GET', '/api/leaderboard')).body[0].points
  expect(await points()).toBe(0)

  await admin('POST', `/api/companies/${acme.companyId}/points`, { points: 7, calories: 70, reason: 'For the test' })
  await proxy.restore()
  await eventually(() => two.platform.signals.isHearing(), 'signals to arrive')

  expect(await points()).toBe(7)
})
