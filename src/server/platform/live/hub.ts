import type { ServerResponse } from 'node:http'
import type { Audience, Topic } from '#contract/live.ts'
import type { SessionEndReason } from '#contract/sessions.ts'
import type { Signal } from './bus.ts'
import { TopicHistory } from './topic-history.ts'

export type Listening = { userId: string; sid: string; isAdmin: boolean }
type Stream = Listening & { response: ServerResponse }

/** A reader that does not read is dropped before it costs memory; it comes back and fetches everything. */
const backlogLimit = 64 * 1024

type FindValidSessions = (sids: string[]) => Promise<Set<string>>

/** More tabs than anybody watches. Beyond it the oldest ends: it comes back when it is looked at, or after a minute. */
const mostPerSession = 20
const replacedHint = 'retry: 60000\nevent: replaced\ndata: {}\n\n'

const debounceMs = 100

/** The open live streams of this process. */
export class LiveHub {
  readonly #streams = new Set<Stream>()
  readonly #bySession = new Map<string, Set<Stream>>()
  readonly #history = new TopicHistory()
  readonly #debounced = new Map<string, Set<Topic>>()
  #findValidSessions: FindValidSessions | undefined
  #isClosed = false

  constructor() {
    setInterval(() => {
      this.#send(() => true, ': still here\n\n')
      this.#history.forgetOld()
      void this.#endOrphans()
    }, 25_000).unref()
  }

  /** How to find out which sessions still stand: an ending may have gone unheard. */
  checkWith(findValidSessions: FindValidSessions) {
    this.#findValidSessions = findValidSessions
  }

  get size() {
    return this.#streams.size
  }

  open(listening: Listening, response: ServerResponse) {
    if (this.#isClosed) return void response.end(retryHint())
    const stream = { ...listening, response }
    this.#add(stream)
    response.on('close', () => this.#remove(stream))
    response.write('retry: 1000\n\n')
    // What this screen shows was read before it could hear of changes.
    response.write(`event: recent\ndata: ${JSON.stringify(this.#history.recentFor(listening))}\n\n`)
    // The session may have ended between the look-up and here, and that was said before anybody listened.
    void this.#endOrphans([stream])
  }

  receive(signal: Signal) {
    const { topics, audience, debounced, ended } = signal
    if (topics && audience) {
      this.#history.add(audience, topics)
      if (debounced) this.#sendSoon(audience, topics)
      else this.#sendTo(audience, topics)
    }
    if (ended) {
      for (const stream of this.#streams) {
        if (stream.userId !== ended.userId || stream.sid === ended.except) continue
        if (ended.sid && stream.sid !== ended.sid) continue
        this.#end(stream, ended.reason)
      }
    }
  }

  /** After a gap nobody knows what was missed. */
  refreshAll() {
    this.#history.add('everyone', ['everything'])
    this.#send(() => true, data(['everything']))
    void this.#endOrphans()
  }

  close() {
    this.#isClosed = true
    for (const stream of this.#streams) stream.response.end(retryHint())
    this.#streams.clear()
    this.#bySession.clear()
  }

  #add(stream: Stream) {
    const ofSession = this.#bySession.get(stream.sid) ?? new Set()
    this.#bySession.set(stream.sid, ofSession.add(stream))
    this.#streams.add(stream)
    const [oldest] = ofSession
    if (ofSession.size <= mostPerSession || !oldest) return
    this.#remove(oldest)
    oldest.response.end(replacedHint)
  }

  #remove(stream: Stream) {
    this.#streams.delete(stream)
    const ofSession = this.#bySession.get(stream.sid)
    ofSession?.delete(stream)
    if (ofSession?.size === 0) this.#bySession.delete(stream.sid)
  }

  async #endOrphans(streams: Iterable<Stream> = this.#streams) {
    const asked = [...streams]
    if (asked.length === 0) return
    const valid = await this.#findValidSessions?.(asked.map(({ sid }) => sid)).catch(() => undefined)
    for (const stream of asked) if (valid && !valid.has(stream.sid)) this.#end(stream)
  }

  #end(stream: Stream, reason?: SessionEndReason) {
    this.#remove(stream)
    stream.response.end(`event: ended\ndata: ${JSON.stringify({ reason })}\n\n`)
  }

  /** A screen that fetches a hundred times a second shows no more than one that fetches ten times. */
  #sendSoon(audience: Audience, topics: Topic[]) {
    const key = JSON.stringify(audience)
    const waiting = this.#debounced.get(key)
    if (waiting) {
      for (const topic of topics) waiting.add(topic)
      return
    }
    const pending = new Set(topics)
    this.#debounced.set(key, pending)
    const send = () => {
      this.#debounced.delete(key)
      this.#sendTo(audience, [...pending])
    }
    setTimeout(send, debounceMs).unref()
  }

  #sendTo(audience: Audience, topics: Topic[]) {
    const event = data(topics)
    if (audience === 'everyone') this.#send(() => true, event)
    else if (audience === 'administrators') this.#send((stream) => stream.isAdmin, event)
    else this.#send((stream) => stream.userId === audience.user, event)
  }

  #send(concerned: (stream: Stream) => boolean, event: string) {
    for (const stream of this.#streams) {
      if (!concerned(stream)) continue
      stream.response.write(event)
      if (stream.response.writableLength > backlogLimit) {
        this.#remove(stream)
        stream.response.destroy()
      }
    }
  }
}

/** Not all in the same moment: thousands of browsers come back to a process that has just started. */
const retryHint = () => `retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n\n`

const data = (topics: Topic[]) => `data: ${JSON.stringify({ topics })}\n\n`
