import type { Endpoint } from '#contract/endpoint.ts'
import { commonProblems, type ProblemCode, problems, problemsOf } from '#contract/problems.ts'
import type { Answer, Sent } from './send.ts'

/** Internals that must not appear in an answer. */
const revealing =
  /node_modules|\/src\/|\.ts:\d|\bat \w+ \(|\bselect\b.+\bfrom\b|insert into|violates|drizzle|syntax error|ECONN/i

/** Refusals outside of any call: unknown methods and unreadable HTTP. */
const outsideCalls: ProblemCode[] = ['method-not-allowed', 'headers-too-large', 'too-slow']

/** Larger bodies are refused before they have arrived, and their connection is closed. */
const largestBody = 128 * 1024

export type Judge = (sent: Sent, answer: Answer) => string | undefined

/** Describes the fault of an answer, if any. */
export function createJudge(endpoints: Iterable<Endpoint>): Judge {
  const known = [...endpoints].map((endpoint) => ({
    method: endpoint.method,
    path: new RegExp(`^/api${endpoint.path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/?]*')}(\\?.*)?$`, 's'),
    codes: problemsOf(endpoint),
    own: endpoint.problems ?? [],
  }))

  return ({ method, path, body }, { status, text, contentType, trouble }) => {
    if (trouble)
      return ['EPIPE', 'ECONNRESET'].includes(trouble) && (body?.length ?? 0) > largestBody ? undefined : trouble
    if (status < 400 || method === 'HEAD') return status >= 500 ? `answers ${status}` : undefined
    const asked = known.filter((one) => one.method === method && one.path.test(path))
    const own: ProblemCode[] = asked.flatMap((one) => one.own)
    const code = codeIn(text)
    if (status >= 500 && !(code && own.includes(code))) return `answers ${status}`
    if (!contentType.startsWith('application/json') || !code) return `refuses without JSON: ${contentType}`
    if (revealing.test(text)) return 'reveals how it is made'
    if (problems[code]?.status !== status) return `answers ${status} with the code ${code}`
    const allowed = [...commonProblems, ...outsideCalls, ...asked.flatMap((one) => one.codes)]
    return allowed.includes(code) ? undefined : `refuses with a code that it does not list: ${code}`
  }
}

function codeIn(text: string): ProblemCode | undefined {
  try {
    const { code, message, requestId } = JSON.parse(text)
    return typeof message === 'string' && typeof requestId === 'string' && code in problems ? code : undefined
  } catch {
    return undefined
  }
}
