import { ApiProblem } from '#client/platform/requests/api.ts'
import { type Closure, findClosure } from '#contract/door/check-in-times.ts'
import { listKey } from '#contract/door/codes.ts'
import type {
  DoorAttendee,
  DoorCounts,
  DoorEntry,
  Revocation,
  ScanReply,
  ScanResult,
} from '#contract/door/endpoints.ts'
import { type DoorApi, isClosed, isUnreachable } from './door-api.ts'
import type * as storage from './door-store.ts'
import type { DoorInfo, KeptScan } from './door-store.ts'
import { judge, type LetIn } from './judge.ts'
import { sendWaiting } from './send-waiting.ts'

export type Given = { payload: string } | { code: string } | { registrationId: string; attendee: DoorAttendee }

export type DoorResult = Closure & {
  nonce: string
  /** `later`: undecidable without the network. */
  result: ScanResult | 'later'
  attendee?: DoorAttendee
  revocation?: Revocation
  checkedInAt?: string
  gate?: string
  /** True if this device decided without the server. */
  offline?: boolean
  unlisted?: boolean
}

export type DoorState = {
  /** True after the stored data was read. */
  ready: boolean
  info?: DoorInfo
  counts?: DoorCounts
  list?: { fetchedAt: number; size: number }
  /** The latest request found no network or no server. */
  unreachable: boolean
  /** Reason why this door is closed. */
  closed?: string
  waiting: KeptScan[]
  /** Scans whose server answer differs from the displayed result, until the correction is dismissed. */
  corrections: KeptScan[]
}

type Storage = typeof storage

/** State of one door on one device: event, scans, and the queue of unsent scans. */
export class DoorDevice {
  readonly #door: string
  readonly #line: DoorApi
  readonly #storage: Storage
  readonly #listeners = new Set<() => void>()
  #entries = new Map<string, DoorEntry>()
  #scans: KeptScan[] = []
  #sending: Promise<void> | undefined
  #state: DoorState = { ready: false, unreachable: false, waiting: [], corrections: [] }

  constructor(door: string, line: DoorApi, kept: Storage) {
    this.#door = door.toLowerCase()
    this.#line = line
    this.#storage = kept
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  state = () => this.#state

  #show(changes: Partial<DoorState>) {
    const waiting = this.#scans.filter((scan) => scan.outcome === undefined)
    const corrections = this.#scans.filter((scan) => scan.outcome !== undefined && isCorrection(scan) && !scan.seen)
    this.#state = { ...this.#state, ...changes, waiting, corrections }
    for (const listener of this.#listeners) listener()
  }

  /** Reads stored data first, so that a door opens offline, then the server's. */
  async open() {
    const [info, list, scans] = await Promise.all([
      this.#storage.readInfo(this.#door),
      this.#storage.readList(this.#door),
      this.#storage.readScans(this.#door),
      // Without storage (a private window) the door works while the network does.
    ]).catch(() => [undefined, undefined, []] as const)
    this.#scans = [...scans]
    this.#take(list)
    this.#show({ ready: true, info, counts: info?.counts })
    await this.refresh()
  }

  #take(list: storage.KeptList | undefined) {
    if (!list) return
    this.#entries = new Map(list.entries.map((entry) => [entry.key, entry]))
    this.#show({ list: { fetchedAt: list.fetchedAt, size: list.entries.length } })
  }

  /** Sends the queue, then fetches updates. */
  async refresh({ withList = true } = {}) {
    if (this.#state.closed) return
    await this.send()
    if (this.#state.closed) return
    try {
      await this.noteInfo(await this.#line.read())
      if (withList) await this.#refreshList()
    } catch (error) {
      this.#fail(error)
    }
  }

  async noteInfo(read: DoorInfo, readAt = Date.now()) {
    const info = { ...read, clockOffset: offsetOf(read.now, readAt) }
    this.#show({ info, counts: info.counts, unreachable: false })
    await this.#storage.keepInfo(this.#door, info).catch(() => undefined)
  }

  /** Current time on the server's clock, by the stored offset. */
  now = () => new Date(Date.now() + (this.#state.info?.clockOffset ?? 0))

  async #refreshList() {
    const fetchedAt = Date.now()
    const beforeFetching = this.now()
    const { entries } = await this.#line.list()
    this.#take({ fetchedAt, entries })
    await this.#storage.keepList(this.#door, { fetchedAt, entries }).catch(() => undefined)
    // The new list includes earlier scans, so drop the settled ones.
    const known = this.#scans.filter((scan) => isSettled(scan) && new Date(scan.scannedAt) < beforeFetching)
    await this.#forget(known)
  }

  #fail(error: unknown) {
    if (isClosed(error)) return this.#close(error)
    if (isUnreachable(error)) this.#show({ unreachable: true })
  }

  #close(error: unknown) {
    this.#show({ closed: error instanceof ApiProblem ? error.sentence : undefined })
    // A device without access deletes everything except unsent scans.
    this.#entries.clear()
    void this.#storage.dropDoor(this.#door).catch(() => undefined)
  }

  async scan(given: Given, gate: string): Promise<DoorResult | undefined> {
    const nonce = crypto.randomUUID()
    const { attendee, ...sent } = { attendee: undefined, ...given }
    const scannedAt = this.now().toISOString()
    const scan: KeptScan = { nonce, door: this.#door, gate, scannedAt, shown: 'later', sent }
    // Skip the request while the server is unreachable, so nobody waits; the queue retries in the background.
    if (!this.#state.unreachable && navigator.onLine) {
      try {
        const reply = await this.#line.scan({ ...shortened(sent), nonce, ...(gate ? { gate } : {}) })
        await this.#note(scan, reply)
        return { ...reply, nonce }
      } catch (error) {
        if (isClosed(error)) return void this.#close(error)
        // The server cannot parse it as a scan.
        if (!isUnreachable(error)) return { nonce, result: 'invalid' }
        this.#show({ unreachable: true })
        scan.tried = true
      }
    }
    const result = await this.#judge(given)
    scan.shown = result.result
    scan.key = result.key
    scan.name = nameOf(result.attendee)
    // Do not queue a refused scan: sent later, it might check in a person who was turned away.
    if (result.result !== 'already' && result.result !== 'closed') {
      // Without storage it waits in memory while the tab is open.
      await this.#storage.keepScan(scan).catch(() => undefined)
      this.#scans = [...this.#scans, scan]
      this.#show({})
    }
    return { ...result, nonce, offline: true }
  }

  async #judge(given: Given): Promise<Omit<DoorResult, 'nonce'> & { key?: string }> {
    const { info } = this.#state
    // Data of an older version has no hours; the server checks them anyway.
    const closure = info?.checkIn && findClosure(info.checkIn, this.now())
    if (closure) return { result: 'closed', ...closure }
    if ('code' in given || !info) return { result: 'later' }
    const letIn = this.#letIn()
    if ('payload' in given) {
      return judge(given.payload, { eventId: info.event.id, publicKey: info.publicKey, entries: this.#entries, letIn })
    }
    const key = await listKey(given.registrationId)
    const at = letIn.get(key)?.at ?? this.#entries.get(key)?.checkedInAt
    const { attendee } = given
    return at ? { result: 'already', key, attendee, checkedInAt: at } : { result: 'ok', key, attendee }
  }

  #letIn(): Map<string, LetIn> {
    const entered = this.#scans.filter(({ shown, outcome, undo }) => (outcome ?? shown) === 'ok' && !undo)
    return new Map(entered.flatMap(({ key, scannedAt: at, gate }) => (key ? [[key, { at, gate }]] : [])))
  }

  /** Stores an answered scan, so that this device knows the check-in offline too. */
  async #note(scan: KeptScan, { result, attendee, counts }: ScanReply) {
    this.#show({ counts, unreachable: false })
    if (result !== 'ok' || !attendee) return
    const settled = { ...scan, shown: result, outcome: result, key: await listKey(attendee.id), sent: undefined }
    this.#scans = [...this.#scans, settled]
    await this.#storage.keepScan(settled).catch(() => undefined)
  }

  /** Unsent scans, oldest first. Two tabs may send at once, because a scan is idempotent. */
  send(): Promise<void> {
    const waiting = () => this.#state.waiting
    this.#sending ??= sendWaiting(this.#line, { waiting, settle: (scan, counts) => this.#settle(scan, counts) })
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#sending = undefined
      })
    return this.#sending
  }

  async #settle(scan: KeptScan, counts?: DoorCounts) {
    await this.#storage.keepScan(scan).catch(() => undefined)
    this.#scans = this.#scans.map((other) => (other.nonce === scan.nonce ? scan : other))
    this.#show(counts ? { counts, unreachable: false } : {})
  }

  async undo({ nonce, attendee }: DoorResult) {
    const scan = this.#scans.find((other) => other.nonce === nonce)
    if (scan && scan.outcome === undefined) {
      // Drop a scan that was never sent; undo on the server one that may have arrived.
      if (!scan.tried) return this.#forget([scan])
      return this.#settle({ ...scan, undo: true })
    }
    if (!attendee) return
    const { counts } = await this.#line.undo(attendee.id)
    if (scan) await this.#forget([scan])
    this.#show({ counts })
  }

  search = (q: string) => this.#line.search(q)

  markUnreachable = () => this.#show({ unreachable: true })

  async markSeen(nonce: string) {
    const scan = this.#scans.find((other) => other.nonce === nonce)
    if (scan) await this.#settle({ ...scan, seen: true })
  }

  async #forget(scans: KeptScan[]) {
    if (scans.length === 0) return
    this.#scans = this.#scans.filter((scan) => !scans.includes(scan))
    this.#show({})
    for (const { nonce } of scans) await this.#storage.dropScan(nonce).catch(() => undefined)
  }
}

const isCorrection = ({ shown, outcome, undo }: KeptScan) =>
  !undo && outcome !== shown && !(shown === 'later' && outcome === 'ok')

const isSettled = (scan: KeptScan) => scan.outcome !== undefined && (!isCorrection(scan) || scan.seen)

/** A difference below one minute is network latency. */
function offsetOf(serverNow: string, readAt: number): number {
  const offset = Date.parse(serverNow) - readAt
  return Math.abs(offset) > 60_000 ? offset : 0
}

const nameOf = (attendee: DoorAttendee | undefined) => attendee && `${attendee.firstName} ${attendee.lastName}`

/** Truncates a foreign QR code, which can be very long; its start is enough to reject it. */
const shortened = (sent: { payload?: string; code?: string; registrationId?: string }) => ({
  ...sent,
  ...(sent.payload === undefined ? {} : { payload: sent.payload.slice(0, 500) }),
})
