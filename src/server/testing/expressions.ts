import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

export type Expression = { place: string; source: string; flags: string }

/** Every regular expression in the source below these folders. */
export function readExpressions(folders: string[]): Expression[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  return paths
    .filter((path) => /\.(tsx?|mjs|js)$/.test(path) && !/\.test\.|\/testing[/.]|\/whole-product\//.test(path))
    .flatMap((path) => expressionsIn(path, readFileSync(path, 'utf8')))
}

export function expressionsIn(path: string, text: string): Expression[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const found: Expression[] = []
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? []
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      found.push({ place: `${path}:${line + 1}`, source, flags })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const classes = ['1', 'a', 'A', 'é', '字', '🏃', ' ', '\n', '\t', '.', '-', '@', '/', ':', ',', '"', '\\', '\u0301']

/** The literal parts of an expression, such as `<script>`: repeated, each may start a new match attempt. */
const literalsOf = (source: string) =>
  source
    .replace(/\\[bBdDsSwWpPkux](?:\{[^}]*\})?/g, '|')
    .split(/(?<!\\)[|^$.*+?()[\]{}]+/)
    .map((part) => part.replace(/\\(.)/g, '$1'))
    .filter((part) => part.length > 0 && part.length < 20)

/** The literal start of an expression, such as `https://`. */
const beginningOf = (source: string) => /^[^[(|.]*/.exec(source)?.[0].replace(/\\(\W)|[\^$*+?]/g, '$1') ?? ''

/** Short texts first: an exponential expression would never return from a long one. */
const sizes = [24, 32, 48, 96, 3_000]
/** For 3,000 characters, linear expressions need under a tenth of a millisecond, quadratic ones forty. */
const slowest = 8

/** Texts that trigger backtracking: a repeated piece, perhaps after a prefix, and an end that does not match. */
function* hostileTexts(source: string, size: number): Generator<string> {
  const literals = [...new Set(literalsOf(source))]
  const signs = [...new Set(literals.flatMap((literal) => [...literal]))].slice(0, 12)
  const words = literals.flatMap((literal) => [literal, `${literal} `])
  const starts = ['', 'x', beginningOf(source), ...literals.slice(0, 3)]
  const pieces = [...classes, ...words, ...signs.flatMap((sign) => [sign, `a${sign}`, `1${sign}`, `${sign} `])]
  for (const piece of new Set(pieces)) {
    const repeated = piece.repeat(Math.ceil(size / piece.length))
    for (const start of new Set(starts)) for (const end of ['', '\u0000', 'x!']) yield start + repeated + end
  }
}

/**
 * Finds a text with more than linear matching time; takes the best of four tries, since other programs may use the
 * processor.
 */
export function findSlowText({ source, flags }: Omit<Expression, 'place'>): string | undefined {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  for (const text of sizes.flatMap((size) => [...hostileTexts(source, size)])) {
    let best = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 4 && best > slowest; tries++) {
      const startedAt = performance.now()
      text.replace(expression, '')
      best = Math.min(best, performance.now() - startedAt)
    }
    if (best > slowest) return text
  }
  return undefined
}
