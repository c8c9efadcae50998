import { ApiProblem } from '#client/platform/requests/api.ts'

/** The server names a row by its place: `tasks.2.closesAt`. */
export function rowErrorsOf(error: unknown): Record<number, string[]> {
  const rows: Record<number, string[]> = {}
  for (const [field, sentence] of Object.entries(error instanceof ApiProblem ? error.fields : {})) {
    const nth = /^tasks\.(\d+)\./.exec(field)?.[1]
    if (nth !== undefined) rows[Number(nth)] = [...(rows[Number(nth)] ?? []), sentence]
  }
  return rows
}
