import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Audience, Topic } from '#contract/live.ts'
import type { SessionEndReason } from '#contract/sessions.ts'
import type { Signal } from './bus.ts'
import { TopicHistory } from './topic-history.ts'

export type Listening = { userId: string; sid: string; isAdmin: boolean }
type Stream = Listening & { response: ServerResponse }

/** Backpressure: a reader that does not read is dropped; it reconnects and fetches everything. */
const backlogLimit = 64 * 1024

/** Returns the ended sessions, with a reason if another person ended them. */
type FindEndedSessions = (sids: string[]) => Promise<Map<string, SessionEndReason | undefined>>

/**
 * More tabs than a person watches. Beyond it the oldest stream ends; it reconnects when it is visible, or after a
 * minute.
 */
const mostPerSession = 20
const replacedHint = 'retry: 60000\nevent: replaced\ndata: {}\n\n'

const debounceMs = 100
/** Ten thousand streams take half a second; yield to other work between chunks. */
const writesPerTurn = 500
/** Thousands reconnect at once after a restart; query their sessions in one batch. */
const gatherOpenedMs = 20

/** The open live streams of this process. */
export class LiveHub {
  readonly #streams = new Set<Stream>()
  /** Streams per session, per user and of all administrators, so an event visits only its audience. */
  readonly #groups = new Map<string, Set<Stream>>()
  #opened: Stream[] = []
  readonly #history = new TopicHistory()
  readonly #debounced = new Map<string, Set<Topic>>()
  #findEndedSessions: FindEndedSessions | undefined
  #isClosed = false

  constructor() {
    setInterval(() => {
      void this.#send(this.#streams, ': still here\n\n')
      this.#history.forgetOld()
      void this.#endOrphans()
    }, 25_000).unref()
  }

  /** Sets the query for ended sessions, because an ending may have been missed. */
  checkWith(findEndedSessions: FindEndedSessions) {
    this.#findEndedSessions = findEndedSessions
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
    // The screen read its data before the stream was open, so send recent topics.
    response.write(`event: recent\ndata: ${JSON.stringify(this.#history.recentFor(listening))}\n\n`)
    // The session may have ended between its query and the registration of the stream; check again.
    this.#opened.push(stream)
    if (this.#opened.length === 1) setTimeout(() => this.#endOrphans(this.#opened.splice(0)), gatherOpenedMs).unref()
  }

  receive(signal: Signal) {
    const { topics, audience, debounced, ended } = signal
    if (topics && audience) {
      this.#history.add(audience, topics)
      if (debounced) this.#sendSoon(audience, topics)
      else this.#sendTo(audience, topics)
    }
    if (ended) {
      for (const stream of this.#ofGroup(groupOfUser(ended.userId))) {
        if (stream.sid === ended.except || (ended.sid && stream.sid !== ended.sid)) continue
        if (ended.isReplaced) this.#sendBack(stream)
        else this.#end(stream, ended.reason)
      }
    }
  }

  /** After a gap all missed topics are unknown, so screens refetch everything. */
  refreshAll() {
    this.#history.add('everyone', ['everything'])
    void this.#send(this.#streams, data(['everything']))
    void this.#endOrphans()
  }

  close() {
    this.#isClosed = true
    for (const stream of this.#streams) stream.response.end(retryHint())
    this.#streams.clear()
    this.#groups.clear()
  }

  #add(stream: Stream) {
    this.#streams.add(stream)
    for (const group of groupsOf(stream)) this.#groups.set(group, (this.#groups.get(group) ?? new Set()).add(stream))
    const ofSession = this.#ofGroup(groupOfSession(stream.sid))
    const [oldest] = ofSession
    if (ofSession.length <= mostPerSession || !oldest) return
    this.#remove(oldest)
    oldest.response.end(replacedHint)
  }

  #remove(stream: Stream) {
    this.#streams.delete(stream)
    for (const group of groupsOf(stream)) {
      const members = this.#groups.get(group)
      members?.delete(stream)
      if (members?.size === 0) this.#groups.delete(group)
    }
  }

  /** Sorted by the time of opening. */
  #ofGroup(group: string): Stream[] {
    return [...(this.#groups.get(group) ?? [])]
  }

  async #endOrphans(streams: Iterable<Stream> = this.#streams) {
    const queried = [...streams]
    if (queried.length === 0) return
    const ended = await this.#findEndedSessions?.(queried.map(({ sid }) => sid)).catch(() => undefined)
    // Send the reason, because the signal with it may still be in transit.
    for (const stream of queried) if (ended?.has(stream.sid)) this.#end(stream, ended.get(stream.sid))
  }

  #end(stream: Stream, reason?: SessionEndReason) {
    // The stream may have closed during the session query; ending a response twice fails.
    if (!this.#streams.has(stream)) return
    this.#remove(stream)
    stream.response.end(`event: ended\ndata: ${JSON.stringify({ reason })}\n\n`)
  }

  /** Its browser reconnects automatically and then fetches everything. */
  #sendBack(stream: Stream) {
    this.#remove(stream)
    stream.response.end()
  }

  /** Debounces per audience: ten refetches a second show as much as a hundred. */
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
    const concerned = audience === 'everyone' ? this.#streams : this.#ofGroup(groupOfAudience(audience))
    void this.#send(concerned, data(topics))
  }

  async #send(concerned: Iterable<Stream>, event: string) {
    const streams = [...concerned]
    for (let first = 0; first < streams.length; first += writesPerTurn) {
      if (first > 0) await nextTurn()
      for (const stream of streams.slice(first, first + writesPerTurn)) this.#write(stream, event)
    }
  }

  #write(stream: Stream, event: string) {
    // The stream may have closed while others were written to.
    if (!this.#streams.has(stream)) return
    stream.response.write(event)
    if (stream.response.writableLength > backlogLimit) {
      this.#remove(stream)
      stream.response.destroy()
    }
  }
}

const groupOfSession = (sid: string) => `session ${sid}`
const groupOfUser = (id: string) => `user ${id}`
const groupOfAudience = (audience: Exclude<Audience, 'everyone'>) =>
  audience === 'administrators' ? audience : groupOfUser(audience.user)

const groupsOf = ({ sid, userId, isAdmin }: Listening) => [
  groupOfSession(sid),
  groupOfUser(userId),
  ...(isAdmin ? [groupOfAudience('administrators')] : []),
]

/** Jitter: thousands of browsers reconnect to a process that has just started. */
const retryHint = () => `retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n\n`

const data = (topics: Topic[]) => `data: ${JSON.stringify({ topics })}\n\n`
