import { createServer, type Socket } from 'node:net'

/** `hang` stays silent, `drop` closes the connection, `trickle` sends a byte at a time; any other text is the reply. */
type Answer = 'hang' | 'drop' | 'trickle' | (string & {})
type Answers = { greeting: Answer; starttls: Answer; rcpt: Answer; data: Answer; dot: Answer; delay: number }

export type Received = { from: string; to: string[]; raw: string; messageId: string }

/**
 * A small real SMTP server that misbehaves on request. It received every mail that it acknowledged, or dropped after
 * the final dot.
 */
export async function startSink(wanted: Partial<Answers> = {}, atPort = 0) {
  const answers: Answers = {
    greeting: '220 sink.test ESMTP',
    starttls: '',
    rcpt: '250 2.1.5 Ok',
    data: '354 End with a dot',
    dot: '250 2.0.0 Ok',
    delay: 0,
    ...wanted,
  }
  const received: Received[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0

  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    const say = (answer: Answer) => {
      if (answer === 'drop') socket.destroy()
      else if (answer === 'trickle') trickle(socket)
      else if (answer !== 'hang') socket.write(`${answer}\r\n`)
    }
    let from = ''
    let to: string[] = []
    let body: string[] | undefined
    let unread = ''
    say(answers.greeting)
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const lines = (unread + chunk).split('\r\n')
      unread = lines.pop() ?? ''
      for (const line of lines) take(line)
    })

    function take(line: string) {
      if (body && line !== '.') return void body.push(line.replace(/^\.\./, '.'))
      if (body) return end(body.join('\r\n'))
      commands.push(line)
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') return say(`250-sink.test\r\n${answers.starttls && '250-STARTTLS\r\n'}250 8BITMIME`)
      if (verb === 'STAR') return say(answers.starttls)
      if (verb === 'MAIL') {
        from = line.slice(10)
        to = []
      }
      if (verb === 'RCPT' && answers.rcpt.startsWith('2')) to.push(line.slice(8).replace(/^<|>.*$/g, ''))
      if (verb === 'DATA' && answers.data.startsWith('3')) body = []
      if (verb === 'QUIT') return void socket.end('221 Bye\r\n')
      say(verb === 'RCPT' ? answers.rcpt : verb === 'DATA' ? answers.data : '250 2.0.0 Ok')
    }

    function end(raw: string) {
      body = undefined
      if (answers.dot.startsWith('2') || answers.dot === 'drop') {
        received.push({ from, to, raw, messageId: /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '' })
      }
      setTimeout(() => say(answers.dot), answers.delay)
    }
  })
  await new Promise<void>((resolve) => server.listen(atPort, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    answers,
    received,
    commands,
    port,
    url: `smtp://127.0.0.1:${port}`,
    connections: () => connections,
    openConnections: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function trickle(socket: Socket) {
  const timer = setInterval(() => socket.write('2'), 50)
  socket.on('close', () => clearInterval(timer))
}
