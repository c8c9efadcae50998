import { type DestinationStream, type Logger, pino } from 'pino'
import type { Platform } from '../platform.ts'
import { describeError } from './describe-error.ts'

/** The log of the product. It holds nothing about people but the ids of their accounts. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const serialize = (error: unknown) => (error instanceof Error ? describeError(error) : error)
  const settings = { level, serializers: { err: serialize } }
  return destination ? pino(settings, destination) : pino(settings)
}

/** The same platform for one request: what it logs carries the id that its answer carries. */
export const withRequestLog = (platform: Platform, requestId: string): Platform => ({
  ...platform,
  log: platform.log.child({ requestId }),
})
