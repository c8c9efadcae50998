import { z } from 'zod'

/** One violation, without text that a person typed or a link contained. */
export type Violation = { directive: string; blocked: string; page: string; source?: string; line?: number }

const text = z.string().max(4_000).optional().catch(undefined)
const line = z.number().int().nonnegative().optional().catch(undefined)

/** The form of `report-uri`. */
const OneReport = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
    'line-number': line,
  }),
})

/** The form of `report-to`: a batch of reports, also of other types. */
const Reports = z.array(z.object({ type: z.string(), body: z.unknown() })).max(100)
const Body = z.object({
  effectiveDirective: text,
  blockedURL: text,
  documentURL: text,
  sourceFile: text,
  lineNumber: line,
})

/** Undefined if the JSON has neither form. */
export function readReports(json: unknown): Violation[] | undefined {
  const one = OneReport.safeParse(json)
  if (one.success) {
    const report = one.data['csp-report']
    return [
      describeViolation({
        directive: report['effective-directive'] ?? report['violated-directive'],
        blocked: report['blocked-uri'],
        page: report['document-uri'],
        source: report['source-file'],
        line: report['line-number'],
      }),
    ]
  }
  const several = Reports.safeParse(json)
  if (!several.success) return undefined
  return several.data.flatMap(({ type, body }) => {
    const violation = type === 'csp-violation' ? Body.safeParse(body) : undefined
    if (!violation?.success) return []
    const { effectiveDirective, blockedURL, documentURL, sourceFile, lineNumber } = violation.data
    return [
      describeViolation({
        directive: effectiveDirective,
        blocked: blockedURL,
        page: documentURL,
        source: sourceFile,
        line: lineNumber,
      }),
    ]
  })
}

type Raw = { [Part in keyof Violation]?: Violation[Part] }

const describeViolation = ({ directive = '', blocked = '', page = '', source, line }: Raw): Violation => ({
  directive: knownDirective(directive),
  blocked: originOf(blocked),
  page: pathIn(page),
  ...(source ? { source: `${originOf(source)}${pathIn(source)}` } : {}),
  ...(line === undefined ? {} : { line }),
})

const directives = new Set(
  ['default', 'script', 'style', 'img', 'media', 'connect', 'worker', 'manifest', 'object', 'font', 'frame', 'child']
    .map((kind) => `${kind}-src`)
    .concat('script-src-elem', 'script-src-attr', 'style-src-elem', 'style-src-attr')
    .concat('base-uri', 'form-action', 'frame-ancestors'),
)

/** It becomes a metric label, so unknown values are mapped to one name. */
function knownDirective(given: string): string {
  const [name = ''] = given.split(' ')
  return directives.has(name) ? name : 'other'
}

/** An origin, or a keyword of browsers such as `inline` and `eval`. */
function originOf(address: string): string {
  if (/^[a-z-]{1,20}$/.test(address)) return address
  if (!URL.canParse(address)) return 'other'
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? protocol : origin
}

/** Queries contain tokens of emailed links, and ids in the path identify people. */
function pathIn(address: string): string {
  if (!URL.canParse(address)) return ''
  return new URL(address).pathname.replace(/[\da-f]{8}-[\da-f-]{27}/gi, ':id').slice(0, 200)
}
