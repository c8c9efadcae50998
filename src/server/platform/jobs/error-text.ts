import { oneLine } from '#contract/text/one-line.ts'
import { describeFailure } from '../errors/describe-failure.ts'

/**
 * The text of the root error, for a database column. Strips NUL, which PostgreSQL refuses. The wrapping query error
 * contains its values, which may be personal.
 */
export function errorText(error: unknown): string {
  let root = error
  while (root instanceof Error && root.cause instanceof Error) root = root.cause
  return oneLine(describeFailure(root)).slice(0, 500)
}
