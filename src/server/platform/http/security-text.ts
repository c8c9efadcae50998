import type { FastifyInstance } from 'fastify'
import { after, days } from '../clock.ts'
import { Problem } from '../errors/problem.ts'
import type { Platform } from '../platform.ts'

const path = '/.well-known/security.txt'

/** Expires in half a year, recomputed daily: a stale copy expires, a running installation's text never does. */
const validFor = days(180)

/** The contact for security reports (RFC 9116). The file exists only with a contact. */
export function securityTextRoute(app: FastifyInstance, { config, clock }: Pick<Platform, 'config' | 'clock'>) {
  const { securityContact, publicUrl } = config
  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    handler: async (_request, reply) => {
      if (securityContact === undefined) throw new Problem('not-found')
      const expires = `${after(clock.now(), validFor).toISOString().slice(0, 10)}T00:00:00Z`
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en',
        `Canonical: ${publicUrl}${path}`,
      ]
      return reply
        .header('cache-control', 'public, max-age=86400')
        .type('text/plain; charset=utf-8')
        .send(`${lines.join('\n')}\n`)
    },
  })
}
