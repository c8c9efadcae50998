import type { FastifyInstance } from 'fastify'
import { reportPolicyViolation } from '#contract/system.ts'
import { hours, minutes } from '../../clock.ts'
import { Problem } from '../../errors/problem.ts'
import { sourceOf } from '../../limits/limits.ts'
import type { Platform } from '../../platform.ts'
import { parseJson } from '../replies/json.ts'
import { rawRoute } from '../route.ts'
import { readReports, type Violation } from './read-reports.ts'

/** A page breaks a policy in a few places; a report is well below a kilobyte. */
const bodyLimit = 16 * 1024
const mostFromOne = 20
const mostAtAll = 300
const mostLogged = 50

/**
 * Counts policy reports and logs each kind once an hour. Anybody can send them, so counts are bounded and in memory; a
 * stranger's report costs no database write.
 */
export function policyReportRoute(app: FastifyInstance, { clock, metrics, log }: Platform) {
  const reportsThisMinute = createWindow(minutes(1), clock)
  const loggedThisHour = createWindow(hours(1), clock)

  function countReport(whose: string): number {
    const reports = reportsThisMinute()
    const count = (reports.get(whose) ?? 0) + 1
    reports.set(whose, count)
    return count
  }

  function record(violation: Violation) {
    const { directive, blocked } = violation
    metrics.policyReports.inc({ directive })
    const logged = loggedThisHour()
    const kind = `${directive} ${blocked}`
    if (logged.has(kind) || logged.size >= mostLogged) return
    logged.set(kind, 1)
    log.warn({ event: 'policy-violation', ...violation }, 'the content security policy kept something out')
  }

  app.register(async (reports) => {
    reports.removeAllContentTypeParsers()
    // Some browsers send it as plain JSON.
    reports.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit },
      (_request, source, done) => {
        try {
          done(null, parseJson(String(source)))
        } catch {
          done(new Problem('malformed-body'))
        }
      },
    )
    rawRoute(reports, reportPolicyViolation, async (request, reply) => {
      if (countReport('all') > mostAtAll || countReport(sourceOf(request.ip ?? 'gone')) > mostFromOne)
        throw new Problem('too-many-requests', { retryAfterSeconds: 60 })
      const violations = readReports(request.body)
      if (!violations) throw new Problem('invalid-input')
      for (const violation of violations) record(violation)
      return reply.code(204).send()
    })
  })
}

/** Counts of the current fixed window. Each window starts empty, so memory is bounded. */
function createWindow(length: number, clock: Platform['clock']): () => Map<string, number> {
  let counts = new Map<string, number>()
  let window = Number.NaN
  return () => {
    const current = Math.floor(clock.now().getTime() / length)
    if (current !== window) counts = new Map()
    window = current
    return counts
  }
}
