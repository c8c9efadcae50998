// The bare limit: node:http without the product. It sends given bytes, writes request bodies to fsynced files, or sends
// one event to every open stream.
import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [bodyFile, folder] = process.argv.slice(2)
const body = readFileSync(bodyFile)
const headers = existsSync(`${bodyFile}.head`) ? JSON.parse(readFileSync(`${bodyFile}.head`, 'utf8')) : []

const written = []
const streams = []

const server = createServer(async (request, response) => {
  if (request.url === '/stream') {
    streams.push(response)
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1000\n\n')
  }
  if (request.method === 'POST') {
    for (const stream of streams) stream.write('data: {"topics":["tasks"]}\n\n')
    return response.end()
  }
  if (request.method === 'GET') return response.writeHead(200, headers).end(body)
  // Deletes files only after the turn, as the product keeps its files: pages of a deleted file would be free to reuse.
  if (request.method === 'DELETE') {
    for (const file of written.splice(0)) await rm(file)
    return response.end()
  }
  const file = join(folder, randomBytes(8).toString('hex'))
  await pipeline(request, createWriteStream(file, { flush: true }))
  written.push(file)
  response.writeHead(201).end()
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`))
