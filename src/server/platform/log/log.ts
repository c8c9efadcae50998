import { type DestinationStream, type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'

/**
 * The product's log. Its only personal data are account ids and the source addresses of refused requests and logins.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const serialize = (error: unknown) => (error instanceof Error ? describeError(error) : error)
  const settings = { level, serializers: { err: serialize } }
  return destination ? pino(settings, destination) : pino(settings)
}
