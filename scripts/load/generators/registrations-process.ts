// Registers people in an open loop: each request is due at its time, whether or not earlier ones were answered, and its latency
// counts from then. A product that stands still for a second is late for everyone who came in that second.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../judging.ts'
import { answerCalls } from './calls.ts'
import { emailOf } from './names.ts'

type Run = {
  /** Of the call, at each node; they take turns. */
  urls: string[]
  rate: number
  seconds: number
  /** Number of the first person: everyone registers once, from an address of their own. */
  first: number
}

export type RegistrationsResult = {
  sent: number
  /** Numbers of those who were answered 201. */
  acknowledged: number[]
  answers: Answer[]
  /** Sentences with how often each was the reason. */
  failures: Record<string, number>
  /** Milliseconds between due and sent: the part of each latency that is this process's own. */
  sentLate: number[]
  /** Sent again because the server had closed a kept connection in the same moment, as browsers do. */
  sentAgain: number
}

/** Longer than anyone waits; it counts as a failure. */
const giveUpAfter = 15_000

async function run({ urls, rate, seconds, first }: Run): Promise<RegistrationsResult> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 1_000 })
  const total = Math.round(rate * seconds)
  const result: RegistrationsResult = {
    sent: total,
    acknowledged: [],
    answers: [],
    failures: {},
    sentLate: [],
    sentAgain: 0,
  }
  const begun = performance.now()
  const sinceBegun = () => performance.now() - begun
  const dueAt = (nth: number) => (nth * 1_000) / rate
  async function register(nth: number) {
    const due = dueAt(nth)
    result.sentLate.push(sinceBegun() - due)
    const post = () => postPerson(urls[nth % urls.length] ?? '', first + nth, agent)
    try {
      const status = await post().catch((error: unknown) => {
        if (!(error instanceof ConnectionWasClosing)) throw error
        result.sentAgain++
        return post()
      })
      if (status !== 201) throw new Error(`answered ${status}`)
      result.acknowledged.push(first + nth)
      result.answers.push({ due, latency: sinceBegun() - due })
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error)
      result.failures[sentence] = (result.failures[sentence] ?? 0) + 1
    }
  }
  const pending: Promise<void>[] = []
  while (pending.length < total) {
    while (pending.length < total && dueAt(pending.length) <= sinceBegun()) pending.push(register(pending.length))
    await sleep(Math.max(0, dueAt(pending.length) - sinceBegun()))
  }
  await Promise.all(pending)
  agent.destroy()
  return result
}

class ConnectionWasClosing extends Error {
  override message = 'a kept connection was closed'
}

function postPerson(url: string, person: number, agent: Agent): Promise<number | undefined> {
  const body = JSON.stringify({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: emailOf(person),
    phone: '+59991234567',
  })
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-forwarded-for': `10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}`,
  }
  return new Promise((resolve, reject) => {
    const posting = request(url, { method: 'POST', headers, agent, timeout: giveUpAfter }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
      response.on('error', reject)
    })
    posting.on('timeout', () => posting.destroy(new Error(`no answer within ${giveUpAfter / 1_000} s`)))
    posting.on('error', (error: NodeJS.ErrnoException) => {
      const wasClosing = posting.reusedSocket && error.code === 'ECONNRESET'
      reject(wasClosing ? new ConnectionWasClosing() : error)
    })
    posting.end(body)
  })
}

const calls = { run }
export type RegistrationCalls = typeof calls
answerCalls(calls)
