import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** One word for one thing, in what people read; a term of the specification wins over ours. */
const settled: [avoided: RegExp, instead: string][] = [
  [/\b(pictures?|films?)\b/i, 'photo, video or image'],
  [/\b(mails?|mailed)\b/i, 'email'],
  [/\b(somebody|nobody|anybody|everybody|whoever)\b/i, 'someone, no one, anyone, everyone, or the noun'],
  [/\b(throw|thrown) away\b/i, 'delete'],
  [/\bis no (picture|film|photo|video|file)\b/i, 'is not a …'],
  [/\b(take|takes|took|taken|taking) back\b/i, 'Revoke a link, Reopen a decision, Undo the last act'],
  [/\blogins?\b/i, 'sign in'],
  [/\bof ours\b/i, 'what was not found'],
]

/** The specification's own words. */
const specified = new Set(['Admin Login', 'Login failed'])

/** Screens, emails, and in the rest of the server the sentences of refusals; not logs and audit entries. */
const isRead = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing/.test(file)
const isReadWhole = (file: string) =>
  /^src\/(client|contract)\/|^src\/server\/features\/.*(mail|routes)\.ts$/.test(file)

/** The text of a refusal, or of a file that cannot be used. */
const isRefusal = (node: ts.Node) =>
  (ts.isPropertyAssignment(node) && node.name.getText() === 'sentence') ||
  (ts.isNewExpression(node) && /^(Problem|InvalidMedia)$/.test(node.expression.getText()))
/** Seen by developers alone. */
const isDefect = (node: ts.Node) => ts.isNewExpression(node) && node.expression.getText() === 'Error'

/** Attributes, properties and calls whose texts nobody reads. */
const unread = new Set(['className', 'id', 'href', 'to', 'name', 'path', 'summary', 'queryKey', 'topic', 'template'])

function textsIn(file: string): { line: number; text: string }[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind)
  const found: { line: number; text: string }[] = []
  function visit(node: ts.Node, isWithin: boolean) {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isTaggedTemplateExpression(node) || isDefect(node)) return
    if ((ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && unread.has(node.name.getText())) return
    const isText = isWithin || isRefusal(node)
    const text = isText ? textOf(node) : undefined
    if (text && /[A-Za-z] [A-Za-z]|^[A-Z]/.test(text)) {
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
    }
    ts.forEachChild(node, (child) => visit(child, isText))
  }
  visit(source, isReadWhole(file))
  return found
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isJsxText(node)) return node.text.replace(/\s+/g, ' ').trim()
  // The words around the values, not the names of the values.
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…')
  return undefined
}

test('what people read uses one word for one thing', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(isRead)
  expect(files.length).toBeGreaterThan(200)
  const puzzling = files.flatMap((file) =>
    textsIn(`src/${file}`)
      .filter(({ text }) => !specified.has(text))
      .flatMap(({ line, text }) => {
        const rule = settled.find(([avoided]) => avoided.test(text))
        return rule ? [`${file}:${line} “${text}”: ${rule[1]}`] : []
      }),
  )
  expect(puzzling).toEqual([])
})
