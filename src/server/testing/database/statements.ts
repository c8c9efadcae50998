import type { Changed } from '../guards.ts'

const transactionControl = /^(begin|commit|rollback|savepoint|release savepoint|discard plans)\b/

/** For `startServerWith`: records the text of every statement. Begin and commit are not counted. */
export function recordStatements(): { change: Changed; texts: string[]; clear(): void } {
  const texts: string[] = []
  const change: Changed = {
    find: /^/,
    without: (query) => {
      if (!transactionControl.test(query.text)) texts.push(query.text)
      return query
    },
  }
  return { change, texts, clear: () => void texts.splice(0) }
}
