// The bare limit of a registration: node:http, the same body, one row of that size and a commit. It has as many
// connections as the product, no validation and no email.
import { createServer } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
await pool.query(
  'create table if not exists load_rows (id uuid primary key default gen_random_uuid(), name text, email text, at timestamptz default now())',
)
const insert = { name: 'bare', text: 'insert into load_rows (name, email) values ($1, $2)' }

const server = createServer((request, response) => {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', async () => {
    const { firstName, email } = JSON.parse(Buffer.concat(parts).toString())
    const isDone = await pool.query({ ...insert, values: [firstName, email] }).catch(() => undefined)
    response.writeHead(isDone ? 201 : 500, { 'content-type': 'application/json' }).end('{}')
  })
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`))
