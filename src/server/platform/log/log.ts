import { type DestinationStream, type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'

/** The log of the product. It holds nothing about people but the ids of their accounts, and where refused requests and logins came from. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const serialize = (error: unknown) => (error instanceof Error ? describeError(error) : error)
  const settings = { level, serializers: { err: serialize } }
  return destination ? pino(settings, destination) : pino(settings)
}
