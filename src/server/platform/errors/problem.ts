import { type ProblemCode, problems } from '#contract/problems.ts'

type Details = {
  sentence?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
  /** Logged, never sent. */
  cause?: unknown
}

/** The one error our code throws on purpose. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly sentence: string
  readonly fields?: Record<string, string>
  readonly retryAfterSeconds?: number

  constructor(code: ProblemCode, details: Details = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.status = problems[code].status
    this.sentence = details.sentence ?? problems[code].sentence
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}
