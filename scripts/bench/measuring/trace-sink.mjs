// Takes traces as a collector on the same computer would, in a process of its own. `GET` says how many spans have come.
import { createServer } from 'node:http'

let spans = 0
const server = createServer(async (request, response) => {
  if (request.method === 'GET') return response.end(String(spans))
  let body = ''
  for await (const chunk of request) body += chunk
  spans += body.split('"spanId"').length - 1
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`))
