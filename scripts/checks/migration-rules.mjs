// Rules for migrations that run while the release before still serves and people write (docs/decisions/0066).

/** Removes things that a running older release may still use: allowed only after the last release that uses them. */
const contracting = [
  [/\bdrop\s+table\b/i, 'drops a table'],
  [/\bdrop\s+column\b/i, 'drops a column'],
  [/\brename\b/i, 'renames something'],
  [/\bset\s+not\s+null\b/i, 'makes a column required'],
  [/\bdrop\s+default\b/i, 'drops a default'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'changes the type of a column'],
  [/\badd\s+column\b(?=.*\bnot\s+null\b)(?!.*\b(default|generated)\b)/is, 'adds a required column without a default'],
]

/** Blocks all writers while PostgreSQL reads or writes the whole table. */
const locking = [
  [
    /\bcreate\s+(unique\s+)?index\s+(?!concurrently)/i,
    'builds an index on a table that is in use: CREATE INDEX CONCURRENTLY',
  ],
  [
    /\badd\s+constraint\b(?!.*\bnot\s+valid\b)/is,
    'checks every row for a new constraint: add it NOT VALID, and VALIDATE CONSTRAINT in a step or migration of its own',
  ],
  [/\badd\s+column\b.*\bstored\b/is, 'writes every row for a column that is computed'],
  [
    /^\s*(update|delete\s+from)\b/i,
    'changes rows that others then wait for until its end: do it in batches, SELECT fill_something($1)',
  ],
]

/** Returns a sentence for each broken rule. */
export function findFaults(name, text) {
  const statements = withoutWords(text.replaceAll('--> statement-breakpoint', '')).split(';')
  const created = statements.flatMap((statement) =>
    [...statement.matchAll(/\bcreate\s+table\s+"?(\w+)/gi)].map((m) => m[1]),
  )
  const inUse = statements.filter((statement) => !created.includes(tableOf(statement)))
  const find = (rules) =>
    rules.filter(([pattern]) => inUse.some((statement) => pattern.test(statement))).map(([, what]) => what)
  const faults = []
  if (!hasReason(text, 'contract'))
    for (const what of find(contracting))
      faults.push(
        `${what}. If no release that may still run needs it, a line says so: -- contract: <since which release>`,
      )
  if (!hasReason(text, 'locks'))
    for (const what of find(locking))
      faults.push(`${what}. If the table is small, a line says so: -- locks: <why they are short>`)
  return faults.map((fault) => `${name} ${fault}`)
}

/** The table that a statement changes, drops or indexes. */
const tableOf = (statement) =>
  /^\s*(?:update|delete\s+from)\s+"?(\w+)/i.exec(statement)?.[1] ??
  /\bdrop\s+table\s+(?:if\s+exists\s+)?"?(\w+)/i.exec(statement)?.[1] ??
  /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(?:"?public"?\.)?"?(\w+)/i.exec(statement)?.[1] ??
  /\bcreate\s+(?:unique\s+)?index\b.*?\bon\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+)/is.exec(statement)?.[1]

/** Removes comments and function bodies, which do not run during the migration. */
const withoutWords = (statement) => statement.replace(/\$\$.*?\$\$/gs, '').replace(/--.*$/gm, '')

const hasReason = (text, word) => new RegExp(`^-- ${word}: \\S.{9,}`, 'm').test(text)
