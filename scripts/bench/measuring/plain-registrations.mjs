// Registrations as they are usually written: Express and Drizzle on the product's PostgreSQL, one statement after the other for each person.
// `/one-row` looks at the event and adds the row; `/same-rows` also does, in one transaction, everything that the product writes.
import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import express from 'express'
import pg from 'pg'
import { z } from 'zod'
import { events } from '../../../src/server/features/events/tables.ts'
import { attendeeMails, registrations } from '../../../src/server/features/registrations/tables.ts'
import { attempts } from '../../../src/server/platform/limits/tables.ts'
import { outbox } from '../../../src/server/platform/mail/tables.ts'

const [connectionString, eventId] = process.argv.slice(2)
const db = drizzle(new pg.Pool({ connectionString, max: 16 }))

const Person = z.object({ firstName: z.string(), lastName: z.string(), email: z.email(), phone: z.string() })

async function addRow(writer, person, { id, mailId, now }) {
  const [event] = await writer.select().from(events).where(eq(events.id, eventId))
  const code = randomBytes(8).toString('hex')
  const more = { registeredAt: now, noticeVersion: '1', mailId, mailedAt: mailId ? now : null }
  await writer.insert(registrations).values({ id, eventId, code, ...person, ...more })
  return event
}

async function addSameRows(person, address) {
  const now = new Date()
  const later = new Date(now.getTime() + 3_600_000)
  const row = { id: randomUUID(), mailId: randomUUID(), now }
  await db.transaction(async (tx) => {
    await tx
      .insert(attempts)
      .values({ key: `plain:${address}`, count: 1, windowEnds: later })
      .onConflictDoUpdate({ target: attempts.key, set: { count: sql`${attempts.count} + 1` } })
    await tx.insert(attendeeMails).values({ eventId, email: person.email, recent: [now] })
    const { title } = await addRow(tx, person, row)
    const received = `We have your registration for ${title}`
    await tx.insert(outbox).values({
      id: row.mailId,
      toName: `${person.firstName} ${person.lastName}`,
      toAddress: person.email,
      template: 'registration-received',
      subject: received,
      letter: { preheader: '', greeting: `Hello ${person.firstName},`, paragraphs: [`${received}.`] },
      // Nobody sends it while this is measured.
      heldAt: now,
      nextAttemptAt: now,
      giveUpAt: later,
      createdAt: now,
    })
    await tx.execute(sql`select pg_notify('plain', ${eventId})`)
  })
}

const app = express()
app.set('trust proxy', 'loopback')
app.use(express.json())
app.post('/one-row', async (request, reply) => {
  await addRow(db, Person.parse(request.body), { id: randomUUID(), mailId: null, now: new Date() })
  reply.status(201).send({ status: 'pending' })
})
app.post('/same-rows', async (request, reply) => {
  await addSameRows(Person.parse(request.body), request.ip)
  reply.status(201).send({ status: 'pending' })
})
const server = app.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
