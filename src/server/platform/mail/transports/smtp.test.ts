import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { isLoopback } from '../../loopback.ts'
import { eventually } from '../testing/eventually.ts'
import { aLeasedMail, aLetter } from '../testing/mails.ts'
import { readMail } from '../testing/read-mail.ts'
import { startSink } from '../testing/sink.ts'
import { smtpTransport } from './smtp.ts'
import { type MailFailure, parseSender } from './transport.ts'

const from = { name: 'Sports Week', address: 'week@week.test' }
/** Long enough for a machine that is busy with other things. */
const impatient = { connection: 2_000, greeting: 2_000, socket: 2_000, whole: 4_000 }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function aServer(...answers: Parameters<typeof startSink>) {
  const sink = await startSink(...answers)
  const transport = smtpTransport(sink.url, from, impatient)
  closing.push(sink.close, transport.close)
  return { sink, transport }
}

const outcome = (sending: Promise<void>) =>
  sending.then(
    () => 'sent' as const,
    (failure: MailFailure) => failure,
  )

test('a mail arrives with its sender, its one recipient and both its forms', async () => {
  const { sink, transport } = await aServer()

  await transport.send(aLeasedMail({ letter: aLetter('.dots\n..at the start ☀') }))

  const [received] = sink.received
  expect(received).toMatchObject({ from: '<week@week.test>', to: ['ada@app.test'] })
  const mail = await readMail(received?.raw ?? '')
  expect(mail.text).toMatch(/^Bon dia,\n\n\.dots\n\.\.at the start ☀\n/)
  expect(mail.html).toContain('>.dots<br>..at the start ☀</p>')
})

const hostileNames = [
  'Eve\r\nBcc: evil@e.test',
  '"x" <evil@e.test>, <ada@app.test>',
  'Eve\nSubject: free money\n\n<b>body</b>',
  'evil@e.test, Ada',
  '=?utf-8?Q?Eve=0D=0ABcc:_evil@e.test?=',
  'Eve\u2028Bcc: evil@e.test\u0000',
]

test.each(hostileNames)('a name or subject like %j adds neither a recipient nor a header', async (hostile) => {
  const { sink, transport } = await aServer()

  await transport.send(aLeasedMail({ toName: hostile, subject: hostile }))

  expect(sink.received.map((mail) => mail.to)).toEqual([['ada@app.test']])
  expect(sink.commands.filter((command) => command.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@app.test>'])
  const mail = await readMail(sink.received[0]?.raw ?? '')
  expect(mail.header('bcc')).toEqual([])
  expect(mail.header('subject')).toHaveLength(1)
  expect(mail.to).toMatch(/<ada@app\.test>$/)
  expect(mail.text).toMatch(/^Bon dia,\n\nThe lanes are open\.\n/)
})

test('a mail cannot make the server read a file or an address', async () => {
  const { sink, transport } = await aServer()
  const sneaky = aLeasedMail({ attachments: [{ filename: 'a', contentType: 'text/plain', content: '' }] })
  Object.assign(sneaky.attachments[0] ?? {}, { raw: { path: '/etc/passwd' } })

  expect(await outcome(transport.send(sneaky))).toMatchObject({
    message: expect.stringContaining('File access rejected'),
  })
  expect(sink.received).toEqual([])
})

test.each([
  ['an unknown mailbox', { rcpt: '550 5.1.1 No such user' }, 'refused', '550 5.1.1 No such user'],
  ['a refused content', { dot: '554 5.7.1 Spam' }, 'refused', '554 5.7.1 Spam'],
  ['a refused DATA', { data: '554 No' }, 'refused', '554 No'],
  ['a greylisting server', { rcpt: '450 4.7.1 Later' }, 'deferred', '450 4.7.1 Later'],
  ['a server without space', { dot: '451 4.3.0 Disk full' }, 'deferred', '451 4.3.0 Disk full'],
  ['a server closing down', { rcpt: '421 4.3.2 Closing' }, 'unreachable', '421'],
  ['a server that greets with a refusal', { greeting: '554 No service' }, 'unreachable', '554'],
  ['a server busy from the start', { greeting: '421 Too many' }, 'unreachable', '421'],
  ['a server that wants a login', { rcpt: '530 5.7.0 Authentication required' }, 'unreachable', '530'],
  ['a server whose STARTTLS fails', { starttls: '454 TLS not available' }, 'unreachable', ''],
  ['a connection lost after the dot', { dot: 'drop' }, 'unreachable', ''],
  ['a connection lost before the data', { data: 'drop' }, 'unreachable', ''],
] as const)('%s is told apart', async (_, answers, kind, reason) => {
  const { transport } = await aServer(answers)

  const failure = await outcome(transport.send(aLeasedMail()))

  expect(failure).toMatchObject({ kind, message: expect.stringContaining(reason) })
})

test('a server that is not there is unreachable at once', async () => {
  const { sink, transport } = await aServer()
  await sink.close()

  expect(await outcome(transport.send(aLeasedMail()))).toMatchObject({ kind: 'unreachable' })
})

test.each(['greeting', 'rcpt', 'data', 'dot'] as const)(
  'a server that falls silent at %s is left after the set time',
  async (moment) => {
    const { sink, transport } = await aServer({ [moment]: 'hang' })

    const failure = await outcome(transport.send(aLeasedMail()))

    expect(failure).toMatchObject({ kind: 'unreachable' })
    await eventually(() => expect(sink.openConnections()).toBe(0))
  },
)

test('a server that trickles its answer is left too, while the mails beside it arrive', async () => {
  const sink = await startSink({ dot: 'trickle' })
  const transport = smtpTransport(sink.url, from, { ...impatient, socket: 4_000 })
  closing.push(sink.close, transport.close)

  const stalled = outcome(transport.send(aLeasedMail()))
  // Those beside it are still under way when it is left.
  await pause(3_200)
  Object.assign(sink.answers, { dot: '250 Ok', delay: 1_500 })
  const beside = [1, 2].map(() => outcome(transport.send(aLeasedMail())))

  expect(await stalled).toMatchObject({
    kind: 'unreachable',
    message: expect.stringContaining('did not finish within'),
  })
  expect(await Promise.all(beside)).toEqual(['sent', 'sent'])
  await eventually(() => expect(sink.openConnections()).toBe(0))
  expect(await outcome(transport.send(aLeasedMail()))).toBe('sent')
})

test('mails share connections', async () => {
  const { sink, transport } = await aServer()

  for (let i = 0; i < 20; i++) await transport.send(aLeasedMail())

  expect(sink.received).toHaveLength(20)
  expect(sink.connections()).toBe(1)
})

test('only a server on this machine may show a certificate nobody vouches for', () => {
  const local = ['localhost', '127.0.0.1', '127.8.8.8', '[::1]'].map(isLoopback)
  const elsewhere = ['mail.test', '10.0.0.1', '127.0.0.1.evil.test', 'localhost.evil.test'].map(isLoopback)

  expect([local, elsewhere]).toEqual([Array(4).fill(true), Array(4).fill(false)])
})

test('the sender may be given with a name or without', () => {
  expect(parseSender('Sports Week <week@example.com>')).toEqual({ name: 'Sports Week', address: 'week@example.com' })
  expect(parseSender('"Sports Week" <week@example.com>')).toEqual({ name: 'Sports Week', address: 'week@example.com' })
  expect(parseSender('week@example.com')).toEqual({ name: '', address: 'week@example.com' })
})
