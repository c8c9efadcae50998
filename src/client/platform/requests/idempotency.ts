export const idempotencyHeader = 'idempotency-key'

/** Shape of the error that `call` throws. */
type Answered = { status: number; code: string }

type Unanswered = { key: string; sentAt: number }

/** Unanswered submissions by address and body; only these reuse their key. */
const unanswered = new Map<string, Unanswered>()
const mostRemembered = 20
/** Shorter than the server's retention of keys. */
const longest = 23 * 3_600_000

/**
 * Reuses the idempotency key of an unanswered submission: a double press or a retry returns what the first one
 * created. Other input gets a new key.
 */
export async function withIdempotencyKey<T>(submission: string, send: (key: string) => Promise<T>): Promise<T> {
  const known = unanswered.get(submission)
  const current = known && Date.now() - known.sentAt < longest ? known : { key: newKey(), sentAt: Date.now() }
  unanswered.set(submission, current)
  const [oldest] = unanswered.keys()
  if (unanswered.size > mostRemembered && oldest !== undefined) unanswered.delete(oldest)
  const forget = () => {
    if (unanswered.get(submission) === current) unanswered.delete(submission)
  }
  try {
    const answer = await send(current.key)
    forget()
    return answer
  } catch (error) {
    if (isRefusal(error as Answered)) forget()
    throw error
  }
}

/** True if the server certainly created nothing. */
const isRefusal = ({ status, code }: Answered) => status >= 400 && status < 500 && code !== 'request-under-way'

/** Not `randomUUID`, which browsers have on https only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
