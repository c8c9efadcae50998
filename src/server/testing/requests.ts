import { anAttendee, anEventForm } from './data/events.ts'
import { goodPassword } from './data/good-password.ts'
import { profile } from './data/world.ts'

/** The ids that a request refers to, and a word that makes its values unique. */
type About = { companyId: string; adminId: string; email: string; eventId: string; attendeeId: string; word: string }

/** A valid request for every call, with ids for the path. */
export function aRequest(call: string, about: About) {
  const path = call.split(' ')[1] ?? ''
  const { companyId, adminId, eventId, attendeeId } = about
  const id = path.startsWith('/events') ? eventId : path.startsWith('/admin/admins') ? adminId : companyId
  const ids = { attendeeId, registrationId: attendeeId, messageId: companyId, passId: companyId }
  const params: Record<string, string> = { id, ...ids, token, folder: 'proofs', name: unknownFile }
  return { params, body: bodies[call]?.(about) }
}

export const addressOf = (path: string, params: Record<string, string> = {}) =>
  `/api${path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')}`

const draft = { companyName: 'Draft Ltd', contactPersonName: 'Ada Lovelace', phone: '+5999123456' }
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

/** A valid body for every call with one: only the sender's rights or the current state can refuse it. */
export const bodies: Record<string, (about: About) => Record<string, unknown>> = {
  'POST /auth/signup': ({ word }) => ({ email: `${word}@new.test`, ...draft, ...own }),
  'POST /auth/login': ({ email }) => ({ email, password: goodPassword }),
  'PATCH /auth/password': () => ({ currentPassword: goodPassword, ...own }),
  'POST /auth/forgotten-password': ({ word }) => ({ email: `${word}@new.test` }),
  'POST /auth/reset-password': () => ({ token, ...own }),
  'POST /auth/first-administrator': ({ word }) => ({ token, ...grace(word), ...own }),
  'POST /auth/address-confirmation': () => ({ token }),
  'POST /policy-reports': () => ({ 'csp-report': {} }),
  'POST /auth/push-device': ({ word }) => subscription(word),
  'PATCH /auth/notifications': () => ({ choices: { 'task-opens': false } }),
  'POST /companies': ({ word }) => profile(word),
  'PATCH /companies/:id': ({ word }) => profile(`${word}-new`),
  'PATCH /team-size-changes/:id': () => ({ status: 'approved' }),
  'PATCH /admin/companies/:id': () => ({ hidden: true, disabled: true }),
  'PATCH /admin/companies/:id/password': () => ({ password: own.password }),
  'POST /admin/personal-data-exports': ({ word }) => ({ email: `${word}@nowhere.test` }),
  'POST /admin/erasures': ({ word }) => ({ email: `${word}@nowhere.test` }),
  'POST /admin/admins': ({ word }) => ({ ...grace(word), password: own.password }),
  'PATCH /admin/admins/:id': () => ({ disabled: true }),
  'POST /uploads': () => ({ fileName: 'run.jpg', size: 1000, contentType: 'image/jpeg' }),
  'POST /tasks': () => ({ title: 'Morning run', description: 'Five kilometres together' }),
  'POST /task-batches': () => ({ tasks: [{ title: 'Morning run', description: 'Five kilometres together' }] }),
  'PATCH /tasks/:id': () => ({ title: 'Evening run' }),
  'PATCH /tasks/:id/draft': () => ({ contentType: 'video' }),
  'PATCH /capture': () => ({ firstName: 'Kim' }),
  'POST /capture/uploads': () => ({ fileName: 'run.jpg', size: 1000, contentType: 'image/jpeg' }),
  'POST /proofs': ({ companyId }) => ({
    taskId: companyId,
    companyId,
    contentUrls: Array(6).fill(`proofs/${unknownFile}`),
    contentType: 'image',
  }),
  'PATCH /proofs/:id/review': () => ({ status: 'approved' }),
  'POST /proofs/:id/reopening': () => ({ note: 'Looked again' }),
  'POST /proofs/:id/fixes': () => ({
    files: [{ path: `proofs/${unknownFile}`, replacement: `proofs/${unknownFile}` }],
  }),
  'POST /companies/:id/points': () => ({ points: 5, reason: 'For the parade' }),
  'POST /reports': ({ companyId }) => ({ kind: 'company', companyId }),
  'POST /report-batches': () => ({}),
  'PATCH /leaderboard/divisions': () => ({ divisions: [{ name: 'Everyone', from: 1 }] }),
  'POST /events': () => anEventForm(),
  'PATCH /events/:id': () => ({ title: 'Evening run' }),
  'POST /events/:id/cancellation': () => ({ reason: 'Storm' }),
  'POST /events/:id/test-mail': () => ({}),
  'POST /events/:id/register': (about) => anAttendee(about.word),
  'PATCH /events/:id/registrations/:attendeeId': () => ({ status: 'approved' }),
  'POST /events/:id/registrations/decisions': (about) => ({ ids: [about.attendeeId], status: 'rejected' }),
  'POST /events/:id/messages': () => aMessage,
  'POST /events/:id/message-preview': () => aMessage,
  'POST /events/:id/registration': () => ({ token }),
  'POST /events/:id/registration/cancel': () => ({ token }),
  'POST /events/:id/registration/acceptance': () => ({ token }),
  'POST /events/:id/registration/confirmation': () => ({ token }),
  'POST /events/:id/registration/resend': () => ({ token }),
  'POST /events/:id/check-in': (about) => ({ registrationId: about.attendeeId }),
  'POST /events/:id/door-passes': () => ({ label: 'Gate A' }),
}

const aMessage = { audience: 'all', subject: 'About {eventTitle}', text: 'Bring a towel.' }

const unknownFile = `${'0'.repeat(32)}.jpg`
