import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { isLocalUrl } from '../../loopback.ts'

/** A proxy on this computer calls from loopback too; it says for whom in one of these. */
const proxyMarks = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/**
 * Whoever knows the token, from anywhere. Without one nobody, where people come from outside: a proxy need not say for whom it
 * asks. An installation for this computer alone tells this computer.
 */
export function mayReadMetrics(
  { headers, socket }: FastifyRequest,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  if (metricsToken !== undefined) return isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)
  if (!isLocalUrl(publicUrl)) return false
  return loopback.includes(socket.remoteAddress ?? '') && !proxyMarks.some((name) => headers[name])
}

/** Takes as long whatever was sent: the hashes have one length, and how many of their bytes agree does not show. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
