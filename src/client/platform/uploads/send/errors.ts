import { ApiProblem } from '#client/platform/requests/api.ts'

export const networkSentence =
  'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.'

/** An error found on this device; status 0 means that the server did not answer. */
export const uploadProblem = (sentence = networkSentence, status = 0) =>
  new ApiProblem(status, JSON.stringify({ message: sentence }), '')

export const serverBusy = () => uploadProblem('Files cannot be stored right now. Please try again in a moment.', 503)

/** Classifies failures by how a retry treats them. */
type Failure = 'unanswered' | 'busy' | 'full' | 'conflict' | 'signed-out' | 'refused' | 'unexpected'

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiProblem)) return 'unexpected'
  const { status, code } = error
  if (status === 0) return 'unanswered'
  if (status < 400) return 'unexpected'
  if (status === 401) return 'signed-out'
  // A retry does not help: only an organiser can free storage.
  if (status === 507) return 'full'
  if (status === 408 || status === 429 || status > 499) return 'busy'
  // An attempt of another tab or a moment ago conflicts; S3 answers 412 then.
  return code === 'grant-spent' || code === 'file-exists' || status === 412 ? 'conflict' : 'refused'
}

/** The sentence that people read. */
export function failureSentence(error: unknown, otherwise = error instanceof Error ? error.message : String(error)) {
  return error instanceof ApiProblem ? error.sentence : otherwise
}
