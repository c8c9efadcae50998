import { oneLine } from '#contract/one-line.ts'

/** For a column: an error may hold anything, and PostgreSQL would refuse a NUL and the outcome with it. */
export const errorText = (error: unknown) =>
  oneLine(error instanceof Error ? error.message : String(error)).slice(0, 500)
