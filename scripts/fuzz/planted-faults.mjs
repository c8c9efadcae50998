// Planted faults for the fuzzer's test, loaded before the product: a call that fails for one odd input, and one that
// blocks the event loop.
import { Server } from 'node:http'

const emit = Server.prototype.emit
Server.prototype.emit = function (event, request, response, ...rest) {
  if (event === 'request' && request.url.includes('%00')) {
    response.writeHead(500, { 'content-type': 'application/json' }).end('{}')
    return true
  }
  if (event === 'request' && request.method === 'PUT' && request.url.startsWith('/api/uploads/')) {
    // Measures processor time, not wall time: time of other programs must not count.
    const before = process.cpuUsage()
    for (let used = 0; used < 400_000; ) {
      const { user, system } = process.cpuUsage(before)
      used = user + system
    }
  }
  return emit.call(this, event, request, response, ...rest)
}
