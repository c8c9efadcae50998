export const idempotencyHeader = 'idempotency-key'

/** The error that `call` throws. */
type Answered = { status: number; code: string }

type Unanswered = { key: string; sentAt: number }

/** Submissions whose answer has not come, by address and body. Only these are repeated with their key. */
const unanswered = new Map<string, Unanswered>()
const mostRemembered = 20
/** Less than the server remembers. */
const longest = 23 * 3_600_000

/**
 * The same submission keeps its key until its answer is here: whoever presses twice, or sends it again because the answer was
 * lost, gets what the first one created. Another input or a new submission has another key.
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

/** Nothing was created, for certain. */
const isRefusal = ({ status, code }: Answered) => status >= 400 && status < 500 && code !== 'request-under-way'

/** Without `randomUUID`, which browsers have on https only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
