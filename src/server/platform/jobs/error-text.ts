import { oneLine } from '#contract/text/one-line.ts'
import { describeFailure } from '../errors/describe-failure.ts'

/**
 * For a column: an error may hold anything, and PostgreSQL would refuse a NUL and the outcome with it. The root of it: around a failed
 * query the values that it was given are told as well, and those may be about people.
 */
export function errorText(error: unknown): string {
  let root = error
  while (root instanceof Error && root.cause instanceof Error) root = root.cause
  return oneLine(describeFailure(root)).slice(0, 500)
}
