// Loaded before the product by the test of the fuzzer: a call that fails for one odd input, and one that holds everybody up.
import { Server } from 'node:http'

const emit = Server.prototype.emit
Server.prototype.emit = function (event, request, response, ...rest) {
  if (event === 'request' && /^\/api\/events\/[^/]*%00/.test(request.url)) {
    response.writeHead(500, { 'content-type': 'application/json' }).end('{}')
    return true
  }
  if (event === 'request' && request.method === 'PUT' && request.url.startsWith('/api/uploads/')) {
    const until = Date.now() + 300
    while (Date.now() < until);
  }
  return emit.call(this, event, request, response, ...rest)
}
