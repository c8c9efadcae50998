import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { databaseAt } from '#server/testing/data/upgrade.ts'
import { readConfig } from '../config.ts'
import { migrate } from '../database/migrating/migrate.ts'
import { startDelivery } from './deliver.ts'
import { eventually } from './testing/eventually.ts'
import { readMail } from './testing/read-mail.ts'
import { emlTransport } from './transports/eml.ts'

const signature =
  '-- \nCuracao International Sports Week\nFDDK Wellness Initiative\nYou get this mail because of this.\n'
const picture = Buffer.from('\x89PNG picture')
const calendar = Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
const link = 'https://week.test/e/abcd2345?r=token.mark'
const reset = 'https://week.test/login?reset=secret'

/** As the version before wrote them: the whole page and the whole text. */
const queued = [
  {
    template: 'registration-approved',
    text: `Hello Ada,\n\nYour place at Beach run is confirmed.\n\nDate: Saturday 20 June 2026, 06:00\n\nMap:\nhttps://map.test/beach\n\nYour code: ABC-123\n\nSee my registration:\n${link}\n\n${signature}`,
    attachments: [
      { filename: 'qr-code.png', contentType: 'image/png', content: picture.toString('base64'), cid: 'code-1' },
      {
        filename: 'event.ics',
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: calendar.toString('base64'),
      },
    ],
  },
  {
    template: 'password-reset',
    text: `Hello Ben,\n\nSomeone asked for a new password.\n\nChoose a new password:\n${reset}\n\nThe link works once.\n\n${signature}`,
    attachments: [],
  },
  { template: 'plain', text: `Hello Cleo,\n\nOnly words.\n\n${signature}`, attachments: [] },
]

test('an upgrade with a full outbox delivers every mail whole', async () => {
  const { db, pool } = await databaseAt(5)
  for (const [n, { template, text, attachments }] of queued.entries()) {
    await pool.query(
      `insert into outbox (id, to_name, to_address, template, subject, text, html, attachments, next_attempt_at, give_up_at, created_at)
       values (gen_random_uuid(), '', $1, $2, 'Subject', $3, '<p>page</p>', $4, now(), now() + interval '1 day', now())`,
      [`p${n}@mail.test`, template, text, JSON.stringify(attachments)],
    )
  }

  await migrate(pool)
  const folder = mkdtempSync(join(tmpdir(), 'week-upgraded-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const platform = { db, clock: { now: () => new Date() }, log: pino({ level: 'silent' }), config: readConfig({}) }
  const delivery = startDelivery(platform, emlTransport(folder, { name: '', address: 'week@week.test' }))
  onTestFinished(() => delivery.stop())
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.eml'))
  await eventually(() => expect(files()).toHaveLength(queued.length))

  const mailOf = (template: string) => {
    const name = files().find((file) => file.includes(`-${template}-`)) ?? ''
    return readMail(readFileSync(join(folder, name)))
  }
  for (const { template, text } of queued) {
    const words = text.slice(0, text.indexOf('\n\n-- \n'))
    const { text: delivered = '', html = '' } = await mailOf(template)
    expect(delivered).toContain(words)
    for (const line of words.split('\n').filter((one) => !one.endsWith(':'))) expect(html).toContain(line)
  }
  const approved = await mailOf('registration-approved')
  expect(approved.html).toContain('<img src="cid:code-1" alt="QR code. If you cannot see it, your code is ABC-123."')
  expect(approved.html).toContain(`<a href="${link}"`)
  const inline = approved.attached('image/png')
  expect(inline).toMatchObject({ content: picture, cid: 'code-1', contentDisposition: 'inline' })
  expect(approved.attached('text/calendar')?.content).toEqual(calendar)
  expect((await mailOf('password-reset')).html).toContain(`<a href="${reset}"`)
})
