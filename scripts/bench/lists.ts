import type pg from 'pg'

type Given = { base: string; pool: pg.Pool; cookie: string }

const attendees = 10_000
const rounds = 12

/** Lists of a large event: every kind of page an administrator asks for, and the list a device at the door keeps. */
export async function measureLists({ base, pool, cookie }: Given) {
  const headers = { 'content-type': 'application/json', cookie }
  const form = { title: 'Bench list', description: 'An event for measuring', eventDate: '2099-01-01T10:00:00.000Z' }
  const created = await fetch(`${base}/api/events`, { method: 'POST', headers, body: JSON.stringify(form) })
  const { id } = (await created.json()) as { id: string }
  await pool.query(
    `insert into event_registrations
       (event_id, first_name, last_name, email, phone, company_name, status, code, issue, qr_code_payload, registered_at, notice_version)
     select $1, 'Person' || n, 'Name' || (n * 7919 % 10007), 'p' || n || '@mail.test', '+5999' || n, 'Company ' || n % 300,
       (array['pending', 'approved', 'rejected'])[1 + n % 3], 'L' || n, 1, 'sw1.' || gen_random_uuid(), now() + (n || ' seconds')::interval, 'x'
     from generate_series(1, $2::int) n`,
    [id, attendees],
  )
  await pool.query('analyze event_registrations')
  const list = `${base}/api/events/${id}/registrations`
  const pages = [
    ...['limit=50', 'limit=50&cursor=9000', 'limit=50&sort=lastName', 'limit=50&sort=-companyName&cursor=5000'],
    ...['limit=50&q=person77', 'limit=50&q=no+such', 'limit=50&status=pending&sort=email'],
  ].map((query) => `${list}?${query}`)
  const get = async (url: string) => {
    const reply = await fetch(url, { headers: { cookie } })
    if (reply.status !== 200) throw new Error(`${url}: ${reply.status}`)
    await reply.arrayBuffer()
  }
  const bareSql = 'select * from event_registrations where event_id = $1 order by registered_at, id limit 50'

  const ours = await p95([...pages, `${list}/counts`].map((url) => () => get(url)))
  const bare = await p95(pages.map(() => () => pool.query(bareSql, [id])))
  const doorList = await p95([() => get(`${base}/api/events/${id}/door/list`)])
  const bareDoorList = await p95([
    () => pool.query(`select * from event_registrations where event_id = $1 and status = 'approved'`, [id]),
  ])
  return [
    line(`a page, search or count among ${attendees.toLocaleString('en')} attendees, p95`, ours, bare, 100),
    line(
      `the offline list of the door, ${attendees.toLocaleString('en')} attendees, p95`,
      doorList,
      bareDoorList,
      1_000,
    ),
  ]
}

function line(what: string, ours: number, bare: number, limit: number) {
  return {
    what,
    product: `${ours.toFixed(1)} ms`,
    bare: `${bare.toFixed(1)} ms`,
    ratio: (bare / ours).toFixed(2),
    wanted: `≤ ${limit.toLocaleString('en')} ms`,
    reached: ours <= limit,
  }
}

async function p95(calls: (() => Promise<unknown>)[]): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const call of calls) {
      const begun = performance.now()
      await call()
      times.push(performance.now() - begun)
    }
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY
}
