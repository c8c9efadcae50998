import type { FastifyInstance } from 'fastify'
import { receivedToConfirm } from '#contract/registrations/confirmation.ts'
import { NewRegistration } from '#contract/registrations/endpoints.ts'
import { fieldNames, pickFields } from '#contract/registrations/form-fields.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import { refuseCrossSite } from '#server/platform/http/access.ts'
import type { PageContent, SendPage } from '#server/platform/http/replies/pages.ts'
import { toProblem } from '#server/platform/http/replies/problems.ts'
import { requireNotPaused } from '#server/platform/maintenance/watch-maintenance.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createRegister } from './register.ts'

type Pages = {
  send: SendPage
  /** The page of an event with the outcome of the form. */
  content: (url: string, submission: PlainSubmission) => Promise<PageContent>
}

const bodyLimit = 16 * 1024

/** The registration form without JavaScript: the same rules, answered with the rendered page. */
export function plainRegistrationForm(app: FastifyInstance, platform: Platform, { send, content }: Pages) {
  const register = createRegister(platform)
  app.register(async (plain) => {
    plain.removeAllContentTypeParsers()
    plain.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, source, done) =>
      done(null, new URLSearchParams(String(source))),
    )
    plain.post<{ Params: { shortCode: string } }>('/e/:shortCode', { bodyLimit }, async (request, reply) => {
      refuseCrossSite(request, platform.config.publicUrl)
      const typed = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const fields = Object.fromEntries(fieldNames.map((name) => [name, typed.get(name)?.slice(0, 1_000) ?? '']))
      const path = request.url.split('?')[0] ?? ''
      try {
        await requireNotPaused(platform.maintenance)
        const person = NewRegistration.parse(pickFields(fields))
        const source = { address: request.ip ?? 'gone', requestId: request.id }
        const { waiting, message } = await register(request.params.shortCode, person, source)
        const sent = {
          firstName: person.firstName,
          email: person.email,
          waiting,
          toConfirm: message === receivedToConfirm,
        }
        return send(request, reply, await content(path, { sent }))
      } catch (error) {
        const { code, status, sentence, fields: errors = {}, retryAfterSeconds } = toProblem(error)
        // A maintenance refusal, like every other one, returns the page with the typed values.
        if (status >= 500 && code !== 'maintenance') throw error
        if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
        const page = await content(path, { fields, errors, sentence })
        return send(request, reply, { ...page, status: page.status ?? status })
      }
    })
  })
}
