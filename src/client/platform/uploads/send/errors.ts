import { ApiProblem } from '#client/platform/requests/api.ts'

export const networkSentence =
  'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.'

/** A problem that this device finds by itself; without a status the server has not answered. */
export const uploadProblem = (sentence = networkSentence, status = 0) =>
  new ApiProblem(status, JSON.stringify({ message: sentence }), '')

export const serverBusy = () => uploadProblem('Files cannot be stored right now. Please try again in a moment.', 503)

/** Why a file has not arrived, as far as it decides about another attempt. */
type Failure = 'unanswered' | 'busy' | 'full' | 'conflict' | 'signed-out' | 'refused' | 'unexpected'

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiProblem)) return 'unexpected'
  const { status, code } = error
  if (status === 0) return 'unanswered'
  if (status < 400) return 'unexpected'
  if (status === 401) return 'signed-out'
  // Only an organiser makes room.
  if (status === 507) return 'full'
  if (status === 408 || status === 429 || status > 499) return 'busy'
  // An attempt of another tab, or of a moment ago, is in the way. S3 answers 412 then.
  return code === 'grant-spent' || code === 'file-exists' || status === 412 ? 'conflict' : 'refused'
}

/** The sentence for people. */
export function failureSentence(error: unknown, otherwise = error instanceof Error ? error.message : String(error)) {
  return error instanceof ApiProblem ? error.sentence : otherwise
}
