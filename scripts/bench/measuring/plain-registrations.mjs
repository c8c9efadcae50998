// A typical implementation of registrations: Drizzle on the product's PostgreSQL, sequential statements per person. It
// reads the event and inserts one row. It uses node:http, which is faster than any framework on it.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { z } from 'zod'
import { events } from '../../../src/server/features/events/tables.ts'
import { registrations } from '../../../src/server/features/registrations/tables.ts'

const [connectionString, eventId] = process.argv.slice(2)
const db = drizzle(new pg.Pool({ connectionString, max: 16 }))

const Person = z.object({ firstName: z.string(), lastName: z.string(), email: z.email(), phone: z.string() })

async function register(body) {
  const person = Person.parse(JSON.parse(body))
  await db.select().from(events).where(eq(events.id, eventId))
  const more = { code: randomBytes(8).toString('hex'), registeredAt: new Date(), noticeVersion: '1' }
  await db.insert(registrations).values({ eventId, ...more, ...person })
}

const server = createServer((request, response) => {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', async () => {
    const isDone = await register(Buffer.concat(parts).toString()).then(
      () => true,
      () => false,
    )
    response.writeHead(isDone ? 201 : 500, { 'content-type': 'application/json' }).end('{"status":"pending"}')
  })
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`))
