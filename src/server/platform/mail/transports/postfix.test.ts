import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderMail } from '#contract/branding/mail-layout.ts'
import { startServer } from '#server/testing.ts'
import { startDelivery } from '../deliver.ts'
import { eventually } from '../testing/eventually.ts'
import { missingMailServer, startMailServer } from '../testing/mail-server.ts'
import { aLetter, aMail, postAll } from '../testing/mails.ts'
import { openTransport } from './open-transport.ts'

// The same promises are held against a small server of our own in smtp.test.ts, everywhere.
const missing = missingMailServer()
if (missing) console.warn(`\nNOT TESTED: mails through a real postfix and dovecot (${missing})\n`)

describe.skipIf(missing)('through postfix to a mailbox of dovecot', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    server = await startMailServer()
  })
  afterAll(() => server?.stop())

  const delivered = (address: string) =>
    eventually(async () => {
      const [mail, ...more] = await server.mailbox(address)
      if (!mail) throw new Error(`nothing for ${address}`)
      return { mail, more }
    })

  async function aDelivery(smtpUrl: string) {
    const { platform, db, clock, mails } = await startServer({
      environment: { SMTP_URL: smtpUrl, MAIL_FROM: 'Sports Week <week@week.test>' },
    })
    const transport = openTransport(platform.config)
    const delivery = startDelivery(platform, transport, { pollEveryMs: 100 })
    const stop = async () => {
      await delivery.stop()
      transport.close()
    }
    return { db, clock, mails, stop }
  }

  test('a person finds the mail in the mailbox, once, as it was rendered', async () => {
    const { db, clock, mails, stop } = await aDelivery(server.url)
    const letter = { ...aLetter('The lanes are open. ☀'), greeting: 'Hello <b>Ada</b> {{7*7}},' }
    const { text, html } = renderMail(letter)
    const to = { name: 'Ada "the first" Lôvelace\r\nBcc: evil@app.test', address: 'ada@app.test' }

    await postAll(db, [aMail({ content: letter, to, subject: 'Bon dia ☀\r\nX-Injected: yes' })], clock.now())

    const { mail, more } = await delivered('ada@app.test')
    expect(more).toEqual([])
    expect(mail.from).toBe('"Sports Week" <week@week.test>')
    expect(mail.subject).toBe('Bon dia ☀ X-Injected: yes')
    expect(mail.header('x-injected')).toEqual([])
    expect(mail.text).toBe(text)
    expect(mail.html).toBe(html)
    expect(mail.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt; {{7*7}},')
    expect(await server.mailbox('evil@app.test')).toEqual([])
    await eventually(async () => expect(await mails()).toMatchObject([{ state: 'sent', messageId: mail.messageId }]))
    await stop()
  })

  test('a login over STARTTLS is accepted', async () => {
    const { db, clock, mails, stop } = await aDelivery(
      `smtp://week%40app.test:pass@127.0.0.1:${server.smtpPort}?requireTLS=true`,
    )

    await postAll(db, [aMail({ to: { address: 'grace@app.test' } })], clock.now())

    const { mail } = await delivered('grace@app.test')
    expect(mail.header('received').join()).toMatch(/ESMTPSA/)
    await eventually(async () => expect(await mails()).toMatchObject([{ state: 'sent' }]))
    await stop()
  })

  test('a wrong password costs no mail', async () => {
    const { db, clock, mails, stop } = await aDelivery(`smtp://week%40app.test:wrong@127.0.0.1:${server.smtpPort}`)

    await postAll(db, [aMail()], clock.now())

    await eventually(async () =>
      expect(await mails()).toMatchObject([
        { state: 'queued', attempts: 1, lastError: expect.stringContaining('535') },
      ]),
    )
    await stop()
  })

  test('an unknown mailbox fails for good, a busy one is tried again', async () => {
    const { db, clock, mails, stop } = await aDelivery(server.url)

    await postAll(
      db,
      ['nobody', 'tempfail'].map((name) => aMail({ to: { address: `${name}@app.test` } })),
      clock.now(),
    )

    await eventually(async () => {
      const found = await mails()
      expect(found.find((mail) => mail.toAddress.startsWith('nobody'))).toMatchObject({
        state: 'failed',
        lastError: expect.stringContaining('550 5.1.1'),
      })
      expect(found.find((mail) => mail.toAddress.startsWith('tempfail'))).toMatchObject({
        state: 'queued',
        attempts: 1,
        lastError: expect.stringContaining('450 4.7.1'),
      })
    })
    await stop()
  })
})
