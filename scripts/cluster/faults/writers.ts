import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { administrator } from '../../rig/accounts.ts'
import type { Write } from './acknowledged.ts'
import { createCaller, type Reply, type Request } from './send-request.ts'

/** The targets of the writes, prepared before the load begins. */
export type Targets = { eventId: string; companyIds: string[]; proofIds: string[] }

export type Load = {
  acknowledged: Write[]
  /** Requests without a final answer; network errors included. */
  failed: string[]
  acknowledgedAt: number[]
  stop(): Promise<void>
}

const writersAtOnce = 4
const pauseMs = 120

/** Four sequential writers; each retries a write until it is acknowledged, as browsers and scripts do. */
export function startWriters(url: string, certificate: string, targets: Targets): Load {
  const acknowledged: Write[] = []
  const failed: string[] = []
  const acknowledgedAt: number[] = []
  let isStopping = false
  let written = 0
  const proofs = [...targets.proofIds]

  function nextWrite(): Write {
    written += 1
    const proof = written % 4 === 0 ? proofs.shift() : undefined
    if (proof) return { kind: 'review', key: proof }
    const name = randomUUID()
    if (written % 12 === 1) return { kind: 'signup', key: `${name}@mail.test` }
    return written % 2 === 0
      ? { kind: 'registration', key: `${name}@visitor.test` }
      : { kind: 'adjustment', key: `Reason ${name}` }
  }

  async function write(caller: ReturnType<typeof createCaller>, cookie: { value: string }) {
    const next = nextWrite()
    const request = requestFor(next, targets)
    for (let tries = 1; tries <= 60; tries++) {
      if (cookie.value === '') cookie.value = await signIn(caller).catch(() => '')
      const headers = { ...request.headers, cookie: cookie.value }
      const reply = await caller.send({ ...request, headers }).catch((error: Error) => error)
      if (isAcknowledged(next, reply, tries)) {
        acknowledged.push(next)
        acknowledgedAt.push(Date.now())
        return
      }
      failed.push(describeFailure(next, reply))
      if (!(reply instanceof Error) && reply.status === 401) cookie.value = ''
      // An unacknowledged write may or may not exist; both are correct.
      if (isStopping) return
      await sleep(250)
    }
  }

  async function work() {
    const caller = createCaller(url, certificate)
    const cookie = { value: '' }
    while (!isStopping) {
      await write(caller, cookie)
      await sleep(pauseMs)
    }
    caller.close()
  }
  const working = Array.from({ length: writersAtOnce }, work)
  return {
    acknowledged,
    failed,
    acknowledgedAt,
    async stop() {
      isStopping = true
      await Promise.all(working)
    },
  }
}

async function signIn(caller: ReturnType<typeof createCaller>): Promise<string> {
  const reply = await caller.send({ method: 'POST', path: '/api/auth/login', body: administrator })
  return reply.status === 200 ? reply.cookie : ''
}

function requestFor({ kind, key }: Write, { eventId, companyIds }: Targets): Request {
  const password = administrator.password
  const contact = { email: key, phone: '+59991234567' }
  switch (kind) {
    case 'signup': {
      const company = { companyName: 'Load Ltd', contactPersonName: 'Ada Lovelace' }
      return post('/api/auth/signup', { ...contact, ...company, password, confirmPassword: password })
    }
    case 'registration':
      return post(`/api/events/${eventId}/register`, { ...contact, firstName: 'Ada', lastName: 'Lovelace' })
    case 'review':
      return { method: 'PATCH', path: `/api/proofs/${key}/review`, body: { status: 'approved' } }
    case 'adjustment': {
      const company = companyIds[key.charCodeAt(key.length - 1) % companyIds.length]
      const headers = { 'idempotency-key': key.replace(' ', '-') }
      return { ...post(`/api/companies/${company}/points`, { points: 1, reason: key }), headers }
    }
  }
}

const post = (path: string, body: object): Request => ({ method: 'POST', path, body })

/** A signup has no idempotency key: for a retry, `email-taken` means that the first attempt succeeded. */
function isAcknowledged({ kind }: Write, reply: Reply | Error, tries: number): boolean {
  if (reply instanceof Error) return false
  if (kind === 'signup' && tries > 1 && reply.body.code === 'email-taken') return true
  return reply.status === 200 || reply.status === 201
}

const describeFailure = ({ kind }: Write, reply: Reply | Error) =>
  `${kind}: ${reply instanceof Error ? reply.message : `${reply.status} ${reply.body.code ?? ''}`}`

/** The longest time without an acknowledgement, in milliseconds. */
export function longestPause(acknowledgedAt: readonly number[], from: number, to: number): number {
  const moments = [from, ...acknowledgedAt.filter((at) => at > from && at < to).sort((a, b) => a - b), to]
  return Math.max(...moments.slice(1).map((at, n) => at - (moments[n] ?? at)))
}
