import { once } from 'node:events'
import { connect } from 'node:net'

/** Every mail of a mailbox, read as a mail program reads it. */
export async function readInbox(port: number, address: string, password: string): Promise<Buffer[]> {
  const socket = connect({ port, host: '127.0.0.1' })
  let heard = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    heard = Buffer.concat([heard, chunk])
  })
  const closed = once(socket, 'close').then(() => {
    throw new Error(`dovecot hung up: ${heard.toString('latin1').slice(-200)}`)
  })
  closed.catch(() => undefined)

  /** What was said until the line that begins so; a mail may hold such a line too, so its length is jumped over. */
  async function until(start: string): Promise<Buffer> {
    for (;;) {
      const end = lineStarting(heard, start)
      if (end !== undefined) {
        const said = heard.subarray(0, end)
        heard = heard.subarray(end)
        return said
      }
      await Promise.race([once(socket, 'data'), closed])
    }
  }
  async function ask(tag: string, command: string): Promise<Buffer> {
    socket.write(`${tag} ${command}\r\n`)
    return until(`${tag} OK`)
  }

  try {
    await until('* OK')
    await ask('a', `LOGIN "${address}" "${password}"`)
    const opened = await ask('b', 'SELECT INBOX')
    if (opened.toString().includes('* 0 EXISTS')) return []
    return literals(await ask('c', 'FETCH 1:* BODY.PEEK[]'))
  } finally {
    socket.destroy()
  }
}

/** Where the line with this beginning ends, if it is whole. */
function lineStarting(bytes: Buffer, start: string): number | undefined {
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const line = bytes.toString('latin1', at, end)
    if (line.startsWith(start)) return end + 2
    at = end + 2 + lengthIn(line)
    if (at > bytes.length) return undefined
  }
}

function literals(bytes: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n', at)
    const length = lengthIn(bytes.toString('latin1', at, end))
    if (length > 0) found.push(Buffer.from(bytes.subarray(end + 2, end + 2 + length)))
    at = end + 2 + length
  }
  return found
}

/** `… {123}` at the end of a line: so many bytes follow. */
const lengthIn = (line: string) => Number(/\{(\d+)\}$/.exec(line)?.[1] ?? 0)
