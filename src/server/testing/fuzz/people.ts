import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { captureDeviceHeader, captureTokenHeader, doorPassHeader } from '#contract/endpoint.ts'
import { users } from '#server/features/auth/tables.ts'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { lostToAnother } from '#server/platform/database/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sessionCookie } from '#server/platform/sessions/cookie.ts'
import { anAttendee, anEventForm } from '../data/events.ts'
import { createAccounts, type Person } from '../data/world.ts'
import type { Caller } from '../network/caller.ts'
import type { Role } from './damaged-requests.ts'

type Server = Pick<Platform, 'db' | 'clock'> & { platform: Platform; caller(cookie?: string): Caller; visitor: Caller }
type Headers = Record<string, string>

const secret = () => randomBytes(32).toString('base64url')

/** People of every role with their things: requests use their credentials until the next group replaces them. */
export async function createPeople(server: Server) {
  const word = `fuzz-${randomBytes(6).toString('hex')}`
  const { aUser, aCompany, anAdmin } = createAccounts({ ...server, config: server.platform.config })
  const [company, victim] = [await aCompany(word), await aCompany(`${word}-victim`)]
  const newcomer = await aUser(`${word}-new`)
  const [root, admin] = [await anAdmin(`${word}-root`), await anAdmin(`${word}-eve`)]
  const soon = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  const { id: eventId } = await made(root('POST', '/api/events', anEventForm({ eventDate: soon })))
  const path = `/api/events/${eventId}`
  await made(server.visitor('POST', `${path}/register`, anAttendee(word)))
  const [attendee] = (await root('GET', `${path}/registrations`)).body
  await made(root('PATCH', `${path}/registrations/${attendee.id}`, { status: 'approved' }))
  const pass = await made(root('POST', `${path}/door-passes`, { label: 'Gate A' }))
  const [taskId = '', doneId = ''] = await someTasks(server, 2)
  const [proofId = ''] = await waitingProofs(server, company.companyId, [doneId])
  const link = await made(company('POST', `/api/tasks/${taskId}/capture-links`))

  const names: Record<string, string> = {
    company: company.companyId,
    victim: victim.companyId,
    admin: admin.userId,
    email: company.email,
    event: eventId,
    attendee: attendee.id,
    registration: attendee.id,
    pass: pass.id,
    task: taskId,
    proof: proofId,
    link: link.id,
    file: `${'0'.repeat(32)}.jpg`,
    unknown: '7b0c9a52-4a1d-4e39-9f0e-2f6d6c1b8a10',
  }
  const cookieName = sessionCookie(server.platform.config).name
  const device = { [captureDeviceHeader]: secret().slice(0, 40) }
  const credentials: Record<Role, Headers> = {
    visitor: {},
    newcomer: { cookie: newcomer.cookie },
    company: { cookie: company.cookie },
    administrator: { cookie: root.cookie },
    doorPass: { [doorPassHeader]: secretIn(pass.url, 'scan') },
    guest: { [captureTokenHeader]: secretIn(link.url, 'team'), ...device },
    wrongSession: { cookie: `${cookieName}=${secret()}` },
    garbledSession: { cookie: `${cookieName}=%00${'é'.repeat(3)}; ${cookieName}="` },
    wrongDoorPass: { [doorPassHeader]: secret() },
    wrongGuest: { [captureTokenHeader]: secret(), [captureDeviceHeader]: 'x' },
  }
  const people: Partial<Record<Role, Person>> = { newcomer, company, administrator: root }

  let comingBack = Promise.resolve()
  /** Signs a person in again after a logout or a ban. Serialised, because their rows are busy. */
  function comeBack(role: Role) {
    const person = people[role]
    const enter = async () => {
      if (!person) return
      const letIn = { disabledAt: null, passwordExpiresAt: null }
      await server.db.update(users).set(letIn).where(eq(users.id, person.userId))
      credentials[role] = { cookie: (await person.enter()).cookie }
    }
    comingBack = comingBack.then(enter).catch((error: unknown) => {
      // The next refused request retries.
      if (!lostToAnother(error)) throw error
    })
    return comingBack
  }

  const inPlace = (text: string, own: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => (name === 'word' ? own : (names[name] ?? whole)))
  return { credentials, comeBack, inPlace }
}

export type People = Awaited<ReturnType<typeof createPeople>>

const secretIn = (url: string, name: string) => new URL(url).searchParams.get(name) ?? ''

async function made(asked: ReturnType<Caller>) {
  const { status, body, text } = await asked
  if (status >= 300) throw new Error(`could not be made: ${status} ${text}`)
  return body
}
