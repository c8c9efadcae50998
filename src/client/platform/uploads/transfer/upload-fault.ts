export const networkSentence =
  'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.'

/** A failed attempt: what a person reads, and whether trying again may help. */
export class UploadFault extends Error {
  override name = 'UploadFault'
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfter: number
  /** Which refusal it was, where the server said so. */
  readonly code: string

  constructor(message: string, status: number, retryAfter = 0, code = '') {
    super(message)
    this.code = code
    this.status = status
    this.retryAfter = retryAfter
  }

  get unanswered(): boolean {
    return this.status === 0
  }

  get mayPass(): boolean {
    return this.unanswered || this.status === 408 || this.status === 429 || this.status >= 500
  }
}
