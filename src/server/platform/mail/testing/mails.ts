import type { Db } from '../../database/client.ts'
import { type LeasedMail, type Mail, post } from '../outbox.ts'

export const aLetter = (...paragraphs: string[]) => ({ preheader: '', greeting: 'Bon dia,', paragraphs })

export const aMail = (changes: Partial<Mail> = {}): Mail => ({
  to: { name: 'Ada Lovelace', address: 'ada@app.test' },
  template: 'greeting',
  subject: 'Good morning',
  content: aLetter('The lanes are open.'),
  ...changes,
})

export const postAll = (db: Db, mails: Mail[], now: Date) =>
  db.transaction(async (tx) => {
    for (const mail of mails) await post(tx, mail, now)
  })

/** A mail as the delivery loop passes it to a transport. */
export const aLeasedMail = (changes: Partial<LeasedMail> = {}): LeasedMail => ({
  id: '0b8f4a52-6c1d-4e6f-9a53-1f2e3d4c5b6a',
  toName: 'Ada Lovelace',
  toAddress: 'ada@app.test',
  template: 'greeting',
  subject: 'Good morning',
  letter: aLetter('The lanes are open.'),
  attachments: [],
  state: 'queued',
  heldAt: null,
  attempts: 1,
  nextAttemptAt: new Date('2026-06-01T12:00:00Z'),
  leasedUntil: new Date('2026-06-01T12:02:00Z'),
  giveUpAt: new Date('2026-06-02T12:00:00Z'),
  lastError: null,
  messageId: '<0b8f4a52-6c1d-4e6f-9a53-1f2e3d4c5b6a@week.test>',
  createdAt: new Date('2026-06-01T12:00:00Z'),
  sentAt: null,
  ...changes,
})
