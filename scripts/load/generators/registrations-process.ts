// Registers people in an open loop: each request starts on schedule, whether or not earlier ones were answered. Its
// latency counts from then, so a stall of the product delays everyone in that time.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../judging.ts'
import { answerCalls } from './calls.ts'
import { emailOf } from './names.ts'

type Run = {
  /** The address of the call at each node; requests rotate through them. */
  urls: string[]
  rate: number
  seconds: number
  /** The first person's number: everyone registers once, from a distinct address. */
  first: number
}

export type RegistrationsResult = {
  sent: number
  /** The numbers of people with a 201 answer. */
  acknowledged: number[]
  answers: Answer[]
  /** Counts of failures by their sentence. */
  failures: Record<string, number>
  /** Milliseconds between scheduled and sent: this process's share of each latency. */
  sentLate: number[]
  /** Retries after the server closed a kept connection at the same moment, as browsers do. */
  sentAgain: number
}

/** Longer than anyone waits; a timeout counts as a failure. */
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
