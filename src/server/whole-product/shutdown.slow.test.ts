import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { aPicture } from '../features/files/testing.ts'
import { startSink } from '../platform/mail/testing/sink.ts'
import { eventually } from '../testing/eventually.ts'
import { openStream } from '../testing/network/stream.ts'
import { freePort, run } from '../testing/product.ts'
import { aFolder, goodPassword, withDatabase } from '../testing.ts'

const patience = 90_000
const email = 'root@week.test'

type Answer = { status: number; headers: Record<string, unknown>; body: string }

/** Over an agent of its own, so that connections are kept as a browser keeps them. */
function ask(base: string, method: string, path: string, cookie: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
    const sent = request(base + path, { method, headers, agent }, (answer) => {
      let text = ''
      answer.on('data', (piece) => {
        text += piece
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}
const agent = new Agent({ keepAlive: true })

/** The built product on a database of its own, with an administrator and a company. */
async function startProduct(more: Record<string, string> = {}) {
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  const name = `${inject('templateName')}_s${Date.now()}`
  await admin.query(`create database ${name} template ${inject('templateName')}`)
  await admin.end()
  const DATABASE_URL = withDatabase(inject('databaseUrl'), name)
  const PORT = await freePort()
  const environment = {
    DATABASE_URL,
    PORT,
    DATA_DIR: aFolder(),
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: goodPassword,
    ...more,
  }
  const product = run(environment)
  await product.ready
  const base = `http://127.0.0.1:${PORT}`
  const logIn = async (who: string) => {
    const reply = await ask(base, 'POST', '/api/auth/login', '', { email: who, password: goodPassword })
    return String(reply.headers['set-cookie']).split(';')[0] ?? ''
  }
  const person = { companyName: 'Acme Ltd', contactPersonName: 'Ada Lovelace', phone: '+59991234567' }
  const own = { password: goodPassword, confirmPassword: goodPassword }
  await ask(base, 'POST', '/api/auth/signup', '', { email: 'ada@mail.test', ...person, ...own })
  const company = await logIn('ada@mail.test')
  const { companyName, ...contact } = person
  const profile = { name: companyName, ...contact, email: 'office@acme.test', teamSize: 12 }
  const made = await ask(base, 'POST', '/api/companies', company, profile)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  onTestFinished(() => client.end())
  // Every change of points waits until the sequence moves on: slow, and without a lock whose patience could end.
  await client.query(`create sequence gate;
    create function wait_for_gate() returns trigger language plpgsql as $$ begin
      while not (select is_called from gate) loop perform pg_sleep(0.02); end loop;
      return new;
    end $$;
    create trigger wait_for_gate before insert on point_entries for each row execute function wait_for_gate()`)
  const slowAdjustments = async () =>
    (await client.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`))
      .rowCount
  return {
    base,
    product,
    client,
    company,
    companyId: JSON.parse(made.body).id as string,
    slowAdjustments,
    openGate: () => client.query(`select nextval('gate')`),
    admin: await logIn(email),
    isListening: () => isListening(Number(PORT)),
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true) ?? socket.destroy())
    socket.on('error', () => resolve(false))
  })

const adjustment = { points: 1, reason: 'For the parade' }

test('ten slow adjustments under way when SIGTERM arrives are all answered, and the process ends with 0', async () => {
  const { base, product, client, admin, isListening, slowAdjustments, openGate } = await startProduct()
  const idle = await ask(base, 'GET', '/api/healthz', '')
  const companies = await client.query<{ id: string }>(
    `insert into companies (name, contact_person_name, email, phone, created_at, updated_at)
     select 'Team ' || n, 'Ada Lovelace', n || '@office.test', '+5999123456', now(), now() from generate_series(1, 10) n
     returning id`,
  )
  const answers = Promise.allSettled(
    companies.rows.map(({ id }) => ask(base, 'POST', `/api/companies/${id}/points`, admin, adjustment)),
  )
  await eventually(async () => (await slowAdjustments()) === 10, 'all to be under way', patience)

  product.child.kill('SIGTERM')
  await eventually(async () => !(await isListening()), 'the port to be closed', patience)
  await openGate()

  const replies = await answers
  expect(replies.map((reply) => (reply.status === 'fulfilled' ? 'answered' : reply.reason.code))).toEqual(
    Array(10).fill('answered'),
  )
  const answered = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []))
  expect(answered.map(({ headers }) => headers.connection)).toEqual(Array(10).fill('close'))
  expect(idle.headers.connection).toBe('keep-alive')
  expect(await product.ended).toBe(0)
  expect(answered.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect((await client.query('select 1 from point_entries')).rowCount).toBe(10)
})

test('a mail that is being handed over when SIGTERM arrives is handed over and recorded, once', async () => {
  const sink = await startSink({ delay: 2_000 })
  onTestFinished(() => sink.close())
  const { base, product, client } = await startProduct({ SMTP_URL: sink.url, MAIL_FROM: 'week@week.test' })
  await eventually(() => sink.received.length === 1, 'the welcome email to arrive', patience)
  await ask(base, 'POST', '/api/auth/forgotten-password', '', { email: 'ada@mail.test' })
  const begun = () => sink.commands.filter((command) => command === 'DATA').length
  await eventually(() => begun() === 2, 'the mail to be under way', patience)

  product.child.kill('SIGTERM')

  expect(await product.ended).toBe(0)
  expect(sink.received).toHaveLength(2)
  const { rows } = await client.query('select state, attempts, leased_until from outbox')
  expect(rows).toEqual(Array(2).fill({ state: 'sent', attempts: 1, leased_until: null }))
})

test('every sweep of the product is a row that says when it is due', async () => {
  const { client } = await startProduct()
  const kinds = async () => (await client.query<{ kind: string }>('select kind from jobs order by kind')).rows

  await eventually(async () => (await kinds()).length > 0, 'the schedule', patience)

  expect((await kinds()).map(({ kind }) => kind)).toEqual([
    'expire-fixes',
    'fill-name-keys',
    'keep-erased',
    'mail-approvals',
    'mail-task-closings',
    'mail-task-openings',
    'mail-top-three',
    'remind-attendees',
    'send-pushes',
    'sweep-attendee-mails',
    'sweep-client-files',
    'sweep-drafts',
    'sweep-idempotency-keys',
    'sweep-notifications',
    'sweep-proof-files',
    'sweep-registrations',
    'sweep-reports',
    'sweep-sessions-and-limits',
    'sweep-team-sizes',
    'sweep-uploads',
  ])
  const { rows } = await client.query(`select 1 from jobs where run_at between now() and now() + interval '11 minutes'`)
  expect(rows).toHaveLength(19)
})

test('a stop ends live streams with a hint when to come back, and idle connections, at once', async () => {
  const { base, product, company } = await startProduct()
  const stream = await openStream(base, company)
  const silent = connect(Number(new URL(base).port), '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  silent.on('error', () => undefined)

  product.child.kill('SIGTERM')

  expect(await product.ended).toBe(0)
  await stream.ended()
  expect(stream.text()).toMatch(/retry: [12]\d{3}\n\n$/)
})

/** As a proxy on a busy machine: it has connected, and its request is read a moment later. Gives the first line of the answer. */
async function askLater(socket: Socket): Promise<string> {
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes
  })
  const over = new Promise((resolve) => socket.on('close', resolve))
  await new Promise((resolve) => setTimeout(resolve, 100))
  socket.write('GET /api/healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await over
  return heard.split('\r\n')[0] ?? ''
}

test('every connection that was accepted is answered, also when its first request comes after the port was closed', async () => {
  const { base, product } = await startProduct()
  const answers: Promise<string>[] = []

  product.child.kill('SIGTERM')
  for (let isOpen = true; isOpen; ) {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    isOpen = await new Promise<boolean>((resolve) =>
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false)),
    )
    if (isOpen) answers.push(askLater(socket))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }

  const lines = await Promise.all(answers)
  expect(lines.length).toBeGreaterThan(2)
  expect(new Set(lines)).toEqual(new Set(['HTTP/1.1 200 OK']))
  expect(await product.ended).toBe(0)
})

test('an upload that can finish within the deadline does; one that cannot is refused and leaves nothing behind', async () => {
  const { base, product, company, client, isListening } = await startProduct()
  const picture = await aPicture()
  const begin = async () => {
    const wish = { fileName: 'run.jpg', size: picture.length, contentType: 'image/jpeg' }
    const grant = JSON.parse((await ask(base, 'POST', '/api/uploads', company, wish)).body)
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let text = ''
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('error', () => undefined)
    const { pathname, search } = new URL(grant.url)
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: week.test\r\ncontent-type: image/jpeg\r\ncontent-length: ${picture.length}\r\n\r\n`,
    )
    socket.write(picture.subarray(0, 100))
    return { socket, text: () => text, path: grant.path as string }
  }
  const [quick, slow] = [await begin(), await begin()]
  const taken = async () =>
    (await client.query(`select 1 from uploads where state = 'granted' and grant_hash = ''`)).rowCount === 2
  await eventually(taken, 'both to be taken', patience)

  product.child.kill('SIGTERM')
  await eventually(async () => !(await isListening()), 'the port to be closed', patience)
  quick.socket.write(picture.subarray(100))

  await eventually(() => quick.text() !== '', 'the first to be answered', patience)
  expect(quick.text()).toMatch(/^HTTP\/1\.1 201 /)
  await eventually(() => slow.text() !== '', 'the second to be answered', patience)
  expect(slow.text()).toMatch(/^HTTP\/1\.1 503 .*retry-after: 2\r\n.*"code":"unavailable"/s)
  expect(await product.ended).toBe(0)
  const { rows } = await client.query<{ path: string }>('select path from uploads')
  expect(rows).toEqual([{ path: quick.path }])
})

test('signals that come again cut nobody off', async () => {
  const { base, product, companyId, admin, isListening, slowAdjustments, openGate } = await startProduct()
  const outcome = ask(base, 'POST', `/api/companies/${companyId}/points`, admin, adjustment)
  await eventually(async () => (await slowAdjustments()) === 1, 'it to be under way', patience)

  product.child.kill('SIGTERM')
  await eventually(async () => !(await isListening()), 'the port to be closed', patience)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) product.child.kill(signal)
  await openGate()

  expect((await outcome).status).toBe(201)
  expect(await product.ended).toBe(0)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'npm start that gets %s leaves no server behind',
  async (signal) => {
    const PORT = await freePort()
    const npm = spawn('npm', ['start', '--silent'], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'silent', DATA_DIR: aFolder(), PORT },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void npm.kill('SIGKILL'))
    let said = ''
    npm.stdout.on('data', (piece) => {
      said += piece
    })
    const ended = new Promise((resolve) => npm.on('exit', (code, by) => resolve(code ?? by)))
    await eventually(() => said.includes('is running at'), 'the start', 120_000)

    npm.kill(signal)

    await ended
    await eventually(async () => !(await isListening(Number(PORT))), 'the port to be free', patience)
  },
  180_000,
)
