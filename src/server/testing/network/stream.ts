import { get, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import type { RecentTopics } from '#contract/live.ts'
import { eventually } from '../eventually.ts'

/** An open live stream, read as a browser reads it. */
export async function openStream(base: string, cookie: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${base}/api/stream`, { headers: { cookie }, agent: false }, resolve).on('error', reject)
  })
  onTestFinished(() => void answer.destroy())
  let text = ''
  let over = false
  answer.setEncoding('utf8')
  answer.on('data', (piece: string) => {
    text += piece
  })
  answer.on('close', () => {
    over = true
  })
  answer.on('error', () => undefined)
  const topics = () =>
    [...text.matchAll(/^data: (\{"topics".*\})$/gm)].flatMap(([, json]) => JSON.parse(json ?? '').topics as string[])

  return {
    status: answer.statusCode,
    headers: answer.headers,
    topics,
    text: () => text,
    isOver: () => over,
    heard: (topic: string) => eventually(() => topics().includes(topic), `topic ${topic}`),
    /** The topics announced before the stream was open. */
    async recent() {
      const sent = () => /^event: recent\ndata: (.*)$/m.exec(text)?.[1]
      await eventually(() => sent() !== undefined, 'the topics announced before')
      return JSON.parse(sent() ?? '') as RecentTopics
    },
    ended: () => eventually(() => over, 'the stream to end'),
  }
}
