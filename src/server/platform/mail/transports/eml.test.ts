import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { aLeasedMail, aLetter } from '../testing/mails.ts'
import { readMail } from '../testing/read-mail.ts'
import { emlTransport } from './eml.ts'
import { openTransport } from './open-transport.ts'

const from = { name: 'Sports Week', address: 'week@week.test' }
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'week-eml-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const files = () => readdirSync(join(folder, 'outbox')).sort()
const onlyFile = () => readFileSync(join(folder, 'outbox', files()[0] ?? ''))
const transport = () => emlTransport(join(folder, 'outbox'), from)

test('a mail becomes a file that a mail program can read', async () => {
  await transport().send(aLeasedMail({ toName: 'Ádá Lôvelace', subject: 'Bon dia, dushi ☀', letter: aLetter('Línea') }))

  const mail = await readMail(onlyFile())
  expect(mail.from).toBe('"Sports Week" <week@week.test>')
  expect(mail.to).toBe('"Ádá Lôvelace" <ada@app.test>')
  expect(mail.subject).toBe('Bon dia, dushi ☀')
  expect(mail.header('message-id')).toEqual(['<0b8f4a52-6c1d-4e6f-9a53-1f2e3d4c5b6a@week.test>'])
  expect(mail.header('date')).toEqual(['Mon, 01 Jun 2026 12:00:00 +0000'])
  expect(mail.header('auto-submitted')).toEqual(['auto-generated'])
  expect(mail.text).toMatch(/^Bon dia,\n\nLínea\n/)
  expect(mail.html).toContain('>Línea</p>')
})

test('a reply goes to where people get help, and to the sender where no such address is set', async () => {
  const supportEmail = 'help@week.test'
  for (const config of [{ supportEmail }, {}]) {
    await openTransport({ ...config, dataDir: folder, mailFrom: 'Week <week@week.test>' }).send(aLeasedMail())

    const mail = await readMail(onlyFile())
    expect(mail.from).toBe('"Week" <week@week.test>')
    expect(mail.header('reply-to')).toEqual(config.supportEmail ? [supportEmail] : [])
  }
})

test('an email that can be switched off says so to the mail program and to people', async () => {
  const token = 'a'.repeat(80)
  const unsubscribe = {
    label: 'Stop these emails',
    url: `https://week.test/?unsubscribe=${token}`,
    oneClickUrl: `https://week.test/api/unsubscribe?token=${token}`,
  }
  await transport().send(aLeasedMail({ letter: { ...aLetter(), unsubscribe } }))

  const mail = await readMail(onlyFile())
  expect(mail.header('list-unsubscribe')).toEqual([`<${unsubscribe.oneClickUrl}>`])
  expect(mail.header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  expect(mail.text).toContain(`Stop these emails: ${unsubscribe.url}`)
  expect(mail.html).toContain(`href="${unsubscribe.url}"`)
})

test('an email that everybody gets has no header to switch it off', async () => {
  await transport().send(aLeasedMail())

  expect((await readMail(onlyFile())).header('list-unsubscribe')).toEqual([])
})

test('a mail that is sent again replaces its file', async () => {
  await transport().send(aLeasedMail())
  await Promise.all([transport().send(aLeasedMail()), transport().send(aLeasedMail())])

  expect(files()).toEqual(['20260601T120000000Z-greeting-329b7a61fd039208-0b8f4a52-6c1d-4e6f-9a53-1f2e3d4c5b6a.eml'])
})

test('only the owner of the installation can read the files', async () => {
  await transport().send(aLeasedMail())

  expect(statSync(join(folder, 'outbox')).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'outbox', files()[0] ?? '')).mode & 0o777).toBe(0o600)
})

test('the name of a template cannot lead out of the folder', async () => {
  await transport().send(aLeasedMail({ template: '../../etc/passwd' }))

  expect(files()).toEqual(['20260601T120000000Z--etc-passwd-329b7a61fd039208-0b8f4a52-6c1d-4e6f-9a53-1f2e3d4c5b6a.eml'])
})

test('pictures travel inside the mail, calendar entries beside it', async () => {
  const picture = Buffer.from([137, 80, 78, 71, 0, 255])
  await transport().send(
    aLeasedMail({
      letter: { ...aLetter(), picture: { cid: 'qr', alt: 'QR code', width: 280, caption: 'Your code' } },
      attachments: [
        { filename: 'qr.png', contentType: 'image/png', content: picture.toString('base64'), cid: 'qr' },
        {
          filename: 'week.ics',
          contentType: 'text/calendar',
          content: Buffer.from('BEGIN:VCALENDAR').toString('base64'),
        },
      ],
    }),
  )

  const mail = await readMail(onlyFile())
  expect(mail.attached('image/png')).toMatchObject({ content: picture, cid: 'qr', contentDisposition: 'inline' })
  const calendar = mail.attached('text/calendar')
  expect(calendar).toMatchObject({ content: Buffer.from('BEGIN:VCALENDAR'), contentDisposition: 'attachment' })
})

test('a full or missing disk leaves no half a file', async () => {
  writeFileSync(join(folder, 'outbox'), 'in the way')

  await expect(transport().send(aLeasedMail())).rejects.toThrow()

  expect(readdirSync(folder)).toEqual(['outbox'])
})

test('what a killed process left half-written goes at the next start; what may still be written stays', async () => {
  const outbox = join(folder, 'outbox')
  await transport().send(aLeasedMail())
  const [mail = ''] = files()
  const [old, young] = [`.${mail}.${randomUUID()}`, `.${mail}.${randomUUID()}`]
  for (const name of [old, young]) writeFileSync(join(outbox, name), 'half a ma')
  utimesSync(join(outbox, old), new Date(0), new Date(Date.now() - 61_000))

  transport()

  await eventually(() => !files().includes(old), 'the old one to go')
  expect(files()).toEqual([young, mail])
})
