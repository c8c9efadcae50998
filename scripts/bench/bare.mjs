// The bare limit: node:http with nothing of ours. It sends given bytes, or writes what it gets to a file and forces it to disk.
import { randomBytes } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [bodyFile, folder, encoding] = process.argv.slice(2)
const body = readFileSync(bodyFile)
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': body.length,
  ...(encoding ? { 'content-encoding': encoding } : {}),
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') return response.writeHead(200, headers).end(body)
  const file = join(folder, randomBytes(8).toString('hex'))
  await pipeline(request, createWriteStream(file, { flush: true }))
  response.writeHead(201).end()
  void rm(file)
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`))
