import * as auth from '#server/features/auth/service.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sessionCookie } from '#server/platform/sessions/cookie.ts'
import { startSession } from '#server/platform/sessions/sessions.ts'
import type { Caller } from '../network/caller.ts'
import { anAttendee, anEventForm } from './events.ts'
import { goodPassword, hashOfGoodPassword } from './good-password.ts'

type Server = Pick<Platform, 'db' | 'clock'> & { platform: Platform; caller(cookie?: string): Caller }
export type Person = Awaited<ReturnType<World['join']>>

/** People of every role, created without signup and login: one shared hash makes a world cost milliseconds. */
export class World {
  readonly #server: Server

  constructor(server: Server) {
    this.#server = server
  }

  async join(name: string, { isAdmin = false } = {}) {
    const { platform, db, clock } = this.#server
    const password = await hashOfGoodPassword()
    const email = `${name}@mail.test`
    const user = await db.transaction((tx) =>
      auth.createUser(tx, { email, password, isAdmin, firstName: name, draft: isAdmin ? null : draft }, clock.now()),
    )
    const enter = async () => {
      const { secret, sid } = await db.transaction((tx) => startSession(tx, user.id, clock.now()))
      const cookie = `${sessionCookie(platform.config).name}=${secret}`
      return { cookie, sid, call: this.#server.caller(cookie) }
    }
    return { ...(await enter()), enter, name, email, userId: user.id, companyId: undefined as string | undefined }
  }

  async joinWithCompany(name: string) {
    const person = await this.join(name)
    const reply = await person.call('POST', '/api/companies', profile(name))
    if (reply.status !== 201) throw new Error(`company failed: ${reply.text}`)
    return { ...person, companyId: reply.body.id as string }
  }
}

const draft = { companyName: 'Draft Ltd', contactPersonName: 'Ada Lovelace', phone: '+5999123456' }

export const profile = (name: string) => ({
  name: `${name} Ltd`,
  contactPersonName: 'Ada Lovelace',
  email: `office@${name}.test`,
  phone: '+5999123456',
})

type Request = { params?: Record<string, string>; body?: Record<string, unknown> }
/** The ids that a request refers to, and a word that makes its values unique. */
type About = { companyId: string; adminId: string; email: string; eventId: string; attendeeId: string; word: string }

const ofEvent = ({ eventId }: About): Request => ({ params: { id: eventId } })
const ofAttendee = ({ eventId, attendeeId }: About): Request => ({ params: { id: eventId, attendeeId } })

const own = { password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }
const token = 'A'.repeat(43)
/** The point of the example in RFC 8291. */
const subscription = (word: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${word}`,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
})
const grace = (word: string) => ({ email: `${word}@new.test`, firstName: 'Grace', lastName: 'Hopper' })

/** One valid request for every call with input: only the sender's rights or the current state can refuse it. */
export const requests: Record<string, (about: About) => Request> = {
  'POST /auth/signup': ({ word }) => ({ body: { email: `${word}@new.test`, ...draft, ...own } }),
  'POST /auth/login': ({ email }) => ({ body: { email, password: goodPassword } }),
  'PATCH /auth/password': () => ({ body: { currentPassword: goodPassword, ...own } }),
  'POST /auth/forgotten-password': ({ word }) => ({ body: { email: `${word}@new.test` } }),
  'POST /auth/reset-password': () => ({ body: { token, ...own } }),
  'POST /auth/first-administrator': ({ word }) => ({ body: { token, ...grace(word), ...own } }),
  'POST /auth/address-confirmation': () => ({ body: { token } }),
  'POST /policy-reports': () => ({ body: { 'csp-report': {} } }),
  'POST /auth/push-device': ({ word }) => ({ body: subscription(word) }),
  'PATCH /auth/notifications': () => ({ body: { choices: { 'task-opens': false } } }),
  'GET /auth/unsubscriptions/:token': () => ({ params: { token } }),
  'POST /auth/unsubscriptions/:token': () => ({ params: { token } }),
  'DELETE /auth/unsubscriptions/:token': () => ({ params: { token } }),
  'POST /companies': ({ word }) => ({ body: profile(word) }),
  'GET /companies/:id': ({ companyId }) => ({ params: { id: companyId } }),
  'PATCH /companies/:id': ({ companyId, word }) => ({ params: { id: companyId }, body: profile(`${word}-new`) }),
  'GET /companies/:id/team-sizes': ({ companyId }) => ({ params: { id: companyId } }),
  'GET /companies/:id/team-size-changes': ({ companyId }) => ({ params: { id: companyId } }),
  'GET /team-size-changes': () => ({}),
  'PATCH /team-size-changes/:id': ({ companyId }) => ({ params: { id: companyId }, body: { status: 'approved' } }),
  'GET /admin/companies/:id': ({ companyId }) => ({ params: { id: companyId } }),
  'GET /admin/companies/:id/mails': ({ companyId }) => ({ params: { id: companyId } }),
  'GET /admin/companies/:id/proofs': ({ companyId }) => ({ params: { id: companyId } }),
  'GET /admin/companies/:id/proof-counts': ({ companyId }) => ({ params: { id: companyId } }),
  'GET /admin/companies/:id/contributors': ({ companyId }) => ({ params: { id: companyId } }),
  'PATCH /admin/companies/:id': ({ companyId }) => ({
    params: { id: companyId },
    body: { hidden: true, disabled: true },
  }),
  'PATCH /admin/companies/:id/password': ({ companyId }) => ({
    params: { id: companyId },
    body: { password: own.password },
  }),
  'POST /admin/personal-data-exports': ({ word }) => ({ body: { email: `${word}@nowhere.test` } }),
  'POST /admin/erasures': ({ word }) => ({ body: { email: `${word}@nowhere.test` } }),
  'POST /admin/admins': ({ word }) => ({ body: { ...grace(word), password: own.password } }),
  'PATCH /admin/admins/:id': ({ adminId }) => ({ params: { id: adminId }, body: { disabled: true } }),
  'POST /uploads': () => ({ body: { fileName: 'run.jpg', size: 1000, contentType: 'image/jpeg' } }),
  'DELETE /uploads/:folder/:name': () => ({ params: { folder: 'proofs', name: unknownFile } }),
  'GET /uploads/tus/:folder/:name': () => ({ params: { folder: 'proofs', name: unknownFile } }),
  'PATCH /uploads/tus/:folder/:name': () => ({ params: { folder: 'proofs', name: unknownFile } }),
  'DELETE /uploads/tus/:folder/:name': () => ({ params: { folder: 'proofs', name: unknownFile } }),
  'PUT /uploads/:folder/:name': () => ({ params: { folder: 'proofs', name: unknownFile } }),
  'GET /files/:folder/:name': () => ({ params: { folder: 'proofs', name: unknownFile } }),
  'DELETE /tasks/:id/archive': ({ companyId }) => ({ params: { id: companyId } }),
  'POST /tasks': () => ({ body: { title: 'Morning run', description: 'Five kilometres together' } }),
  'POST /task-batches': () => ({
    body: { tasks: [{ title: 'Morning run', description: 'Five kilometres together' }] },
  }),
  'PATCH /tasks/:id': ({ companyId }) => ({ params: { id: companyId }, body: { title: 'Evening run' } }),
  'DELETE /tasks/:id': ({ companyId }) => ({ params: { id: companyId } }),
  'GET /tasks/:id/draft': ({ companyId }) => ({ params: { id: companyId } }),
  'PATCH /tasks/:id/draft': ({ companyId }) => ({ params: { id: companyId }, body: { contentType: 'video' } }),
  'POST /tasks/:id/capture-links': ({ companyId }) => ({ params: { id: companyId } }),
  'GET /tasks/:id/capture-links': ({ companyId }) => ({ params: { id: companyId } }),
  'DELETE /capture-links/:id': ({ companyId }) => ({ params: { id: companyId } }),
  'PATCH /capture': () => ({ body: { firstName: 'Kim' } }),
  'POST /capture/uploads': () => ({ body: { fileName: 'run.jpg', size: 1000, contentType: 'image/jpeg' } }),
  'DELETE /capture/files/:name': () => ({ params: { name: unknownFile } }),
  'GET /capture/files/:name/thumbnail': () => ({ params: { name: unknownFile } }),
  'POST /proofs': ({ companyId }) => ({
    body: { taskId: companyId, companyId, contentUrls: Array(6).fill(`proofs/${unknownFile}`), contentType: 'image' },
  }),
  'GET /companies/:id/proofs': ({ companyId }) => ({ params: { id: companyId } }),
  'GET /proofs/:id/history': ({ companyId }) => ({ params: { id: companyId } }),
  'PATCH /proofs/:id/review': ({ companyId }) => ({ params: { id: companyId }, body: { status: 'approved' } }),
  'POST /proofs/:id/reopening': ({ companyId }) => ({ params: { id: companyId }, body: { note: 'Looked again' } }),
  'POST /proofs/:id/fixes': ({ companyId }) => ({
    params: { id: companyId },
    body: { files: [{ path: `proofs/${unknownFile}`, replacement: `proofs/${unknownFile}` }] },
  }),
  'POST /proofs/:id/claim': ({ companyId }) => ({ params: { id: companyId } }),
  'DELETE /proofs/:id/claim': ({ companyId }) => ({ params: { id: companyId } }),
  'DELETE /proofs/:id/files/:name': ({ companyId }) => ({ params: { id: companyId, name: unknownFile } }),
  'GET /companies/:id/points': ({ companyId }) => ({ params: { id: companyId } }),
  'POST /companies/:id/points': ({ companyId }) => ({
    params: { id: companyId },
    body: { points: 5, reason: 'For the parade' },
  }),
  'GET /companies/:id/analytics': ({ companyId }) => ({ params: { id: companyId } }),
  'POST /reports': ({ companyId }) => ({ body: { kind: 'company', companyId } }),
  'GET /reports/:id': ({ companyId }) => ({ params: { id: companyId } }),
  'GET /reports/:id/file': ({ companyId }) => ({ params: { id: companyId } }),
  'POST /reports/:id/retry': ({ companyId }) => ({ params: { id: companyId } }),
  'POST /report-batches': () => ({ body: {} }),
  'POST /report-batches/:id/retry': ({ companyId }) => ({ params: { id: companyId } }),
  'PATCH /leaderboard/divisions': () => ({ body: { divisions: [{ name: 'Everyone', from: 1 }] } }),
  'GET /leaderboard/:id': ({ companyId }) => ({ params: { id: companyId } }),
  'GET /events/:id': ofEvent,
  'POST /events': () => ({ body: anEventForm() }),
  'PATCH /events/:id': (about) => ({ ...ofEvent(about), body: { title: 'Evening run' } }),
  'DELETE /events/:id': ofEvent,
  'GET /events/:id/calendar.ics': ofEvent,
  'GET /events/:id/card.png': ofEvent,
  'POST /events/:id/cancellation': (about) => ({ ...ofEvent(about), body: { reason: 'Storm' } }),
  'POST /events/:id/test-mail': (about) => ({ ...ofEvent(about), body: {} }),
  'POST /events/:id/register': (about) => ({ ...ofEvent(about), body: anAttendee(about.word) }),
  'GET /events/:id/registrations': ofEvent,
  'GET /events/:id/registrations/counts': ofEvent,
  'GET /events/:id/registrations.csv': ofEvent,
  'GET /events/:id/door-list': ofEvent,
  'PATCH /events/:id/registrations/:attendeeId': (about) => ({ ...ofAttendee(about), body: { status: 'approved' } }),
  'POST /events/:id/registrations/decisions': (about) => ({
    ...ofEvent(about),
    body: { ids: [about.attendeeId], status: 'rejected' },
  }),
  'POST /events/:id/registrations/mail-retries': ofEvent,
  'GET /events/:id/messages': ofEvent,
  'POST /events/:id/messages': (about) => ({ ...ofEvent(about), body: aMessage }),
  'POST /events/:id/messages/:messageId/mail-retries': ({ eventId, companyId }) => ({
    params: { id: eventId, messageId: companyId },
  }),
  'POST /events/:id/message-preview': (about) => ({ ...ofEvent(about), body: aMessage }),
  'POST /events/:id/registrations/:attendeeId/reopening': ofAttendee,
  'POST /events/:id/registrations/:attendeeId/resend': ofAttendee,
  'POST /events/:id/registrations/:attendeeId/reissue': ofAttendee,
  'GET /events/:id/registrations/:attendeeId/qr.png': ofAttendee,
  'POST /events/:id/registration': (about) => ({ ...ofEvent(about), body: { token } }),
  'POST /events/:id/registration/cancel': (about) => ({ ...ofEvent(about), body: { token } }),
  'POST /events/:id/registration/acceptance': (about) => ({ ...ofEvent(about), body: { token } }),
  'POST /events/:id/registration/confirmation': (about) => ({ ...ofEvent(about), body: { token } }),
  'POST /events/:id/registration/resend': (about) => ({ ...ofEvent(about), body: { token } }),
  'POST /events/:id/registration/unsubscription': ofEvent,
  'DELETE /events/:id/registration/unsubscription': ofEvent,
  'POST /events/:id/check-in': (about) => ({ ...ofEvent(about), body: { registrationId: about.attendeeId } }),
  'DELETE /events/:id/check-in/:registrationId': ({ eventId, attendeeId }) => ({
    params: { id: eventId, registrationId: attendeeId },
  }),
  'POST /events/:id/check-in-opening': ofEvent,
  'DELETE /events/:id/check-in-opening': ofEvent,
  'GET /events/:id/door': ofEvent,
  'GET /events/:id/door/list': ofEvent,
  'GET /events/:id/door/search': ofEvent,
  'GET /events/:id/door-passes': ofEvent,
  'POST /events/:id/door-passes': (about) => ({ ...ofEvent(about), body: { label: 'Gate A' } }),
  'DELETE /events/:id/door-passes/:passId': ({ eventId, companyId }) => ({
    params: { id: eventId, passId: companyId },
  }),
  'GET /events/:id/scans': ofEvent,
}

const aMessage = { audience: 'all', subject: 'About {eventTitle}', text: 'Bring a towel.' }

const unknownFile = `${'0'.repeat(32)}.jpg`

export const addressOf = (path: string, params: Record<string, string> = {}) =>
  `/api${path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')}`
