// Holds live streams open as screens do, and records the announcements of each.
import { connect, type Socket } from 'node:net'
import { percentile } from '../judging.ts'
import { answerCalls } from './calls.ts'
import { announcementTopic } from './names.ts'

type Open = { ports: number[]; cookies: string[]; count: number }

/** The number of streams that received an announcement, and the p99 of its arrival in milliseconds since 1970. */
export type Heard = { streams: number; p99At: number }

/** A first round trip to a busy server, while a hundred other streams open. */
const openWithin = 30_000
const openedAtOnce = 100

const sockets: Socket[] = []
const lost: string[] = []
const heardAt = new Map<number, number[]>()
let isClosing = false

/** Matches new announcements only: an opening stream also lists earlier ones. */
const announcement = new RegExp(`data: {"topics":\\["${announcementTopic('(\\d+)')}"\\]}`, 'g')

async function open({ ports, cookies, count }: Open): Promise<{ failures: string[] }> {
  const failures: string[] = []
  for (let opened = 0; opened < count; opened += openedAtOnce) {
    const some = Array.from({ length: Math.min(openedAtOnce, count - opened) }, (_, n) =>
      openStream(ports[(opened + n) % ports.length] ?? 0, cookies[(opened + n) % cookies.length] ?? '').then(
        (socket) => void sockets.push(socket),
        (error: Error) => void failures.push(error.message),
      ),
    )
    await Promise.all(some)
  }
  return { failures }
}

function openStream(port: number, cookie: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const deadline = setTimeout(() => socket.destroy(new Error('no stream within 30 s')), openWithin)
    let isOpen = false
    let last = 0
    socket.on('connect', () => socket.write(`GET /api/stream HTTP/1.1\r\nhost: load\r\ncookie: ${cookie}\r\n\r\n`))
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (!isOpen && !text.startsWith('HTTP/1.1 200')) return socket.destroy(new Error(text.split('\r\n')[0]))
      if (!isOpen) {
        isOpen = true
        clearTimeout(deadline)
        resolve(socket)
      }
      // An announcement is one write and smaller than any packet: it arrives whole.
      for (const [, digits] of text.matchAll(announcement)) {
        const number = Number(digits)
        if (number <= last) continue
        last = number
        const times = heardAt.get(number) ?? []
        heardAt.set(number, times)
        times.push(performance.timeOrigin + performance.now())
      }
    })
    socket.on('error', (error) => {
      if (isOpen && !isClosing) lost.push(error.message)
      reject(error)
    })
    socket.on('close', (hadError) => {
      if (isOpen && !isClosing && !hadError) lost.push('closed by the server')
      reject(new Error('closed before it was open'))
    })
  })
}

async function listHeard(): Promise<Map<number, Heard>> {
  return new Map(
    [...heardAt].map(([number, times]) => [number, { streams: times.length, p99At: percentile(times, 0.99) }]),
  )
}

/** Returns the connections that were lost before closing. */
async function close(): Promise<{ lost: string[] }> {
  isClosing = true
  for (const socket of sockets) socket.destroy()
  return { lost }
}

const calls = { open, listHeard, close }
export type StreamCalls = typeof calls
answerCalls(calls)
