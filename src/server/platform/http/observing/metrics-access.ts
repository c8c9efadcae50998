import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { isLocalUrl } from '../../loopback.ts'

/** A local proxy also calls from loopback; these headers reveal it. */
const proxyMarks = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/**
 * With a token: its holders, from anywhere. Without one: nobody on a public installation, because a proxy need not name
 * its client; only loopback on a local one.
 */
export function mayReadMetrics(
  { headers, socket }: FastifyRequest,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  if (metricsToken !== undefined) return isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)
  if (!isLocalUrl(publicUrl)) return false
  return loopback.includes(socket.remoteAddress ?? '') && !proxyMarks.some((name) => headers[name])
}

/** Constant-time comparison of hashes, so timing does not reveal matching bytes. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
