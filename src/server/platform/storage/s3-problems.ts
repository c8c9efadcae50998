import { Problem } from '../errors/problem.ts'

type Refusal = { name?: string; $metadata?: { httpStatusCode?: number } }

export const statusOf = (error: unknown) => (error as Refusal | undefined)?.$metadata?.httpStatusCode

export const codeOf = (error: unknown) => (error as Refusal | undefined)?.name ?? ''

/** People get a retry sentence, the log gets the cause. */
export const asProblem = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    if (statusOf(cause) === 404 && codeOf(cause) === 'NoSuchKey') throw new Problem('not-found', { cause })
    throw new Problem('storage-unavailable', { cause, retryAfterSeconds: 5 })
  })
