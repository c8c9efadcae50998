import { definitions, type NumberName } from '#contract/analytics/definitions.ts'
import { formatCount } from '#contract/analytics/number-texts.ts'
import type { ReportNumbers } from '#contract/reports/numbers.ts'
import { dateFormat } from '#contract/text/moments.ts'
import type { TaggedPage } from '../page.ts'
import { drawTable } from '../table.ts'
import { colors, type Style, styles } from '../theme.ts'

const common: NumberName[] = ['points', 'calories', 'proofs', 'approvedProofs', 'activeDays']
const used: Record<ReportNumbers['kind'], NumberName[]> = {
  company: [...common, 'completion', 'consistency', 'peopleReached'],
  challenge: [...common, 'companies', 'activeCompanies', 'reach', 'taskSuccess', 'taskReach'],
}

/** Draws definitions, omissions and sources of the numbers. */
export function drawDefinitions(page: TaggedPage, numbers: ReportNumbers) {
  page.drawArtifact(() => page.drawLanes(0))
  const small: Style = { face: 'text', size: 8.5, color: colors.ink, leading: 11 }
  const top = page.tagHeading('What the numbers mean', 44)
  let y = drawTable(page, {
    y: top,
    rowHeight: 30,
    mostLines: 8,
    columns: [
      { heading: 'Number', width: 1.7 },
      { heading: 'What it says', width: 3 },
      { heading: 'How it is counted', width: 3.6 },
    ],
    rows: used[numbers.kind].map((number) => {
      const { name, sentence, formula } = definitions[number]
      return [{ text: name }, { text: sentence, style: small }, { text: formula, style: small }]
    }),
  })
  y = drawSection(page, 'What is not shown', listOmissions(numbers), y)
  drawSection(page, 'Where the numbers come from', describeSource(numbers), y)
}

function drawSection(page: TaggedPage, heading: string, sentences: string[], y: number): number {
  let next = page.tagHeading(heading, y + 14)
  for (const sentence of sentences) next += page.tagText('P', sentence, styles.text, { y: next }) + 3
  return next
}

const listOmissions = ({ suppressed }: ReportNumbers): string[] => [
  ...(suppressed.length > 0
    ? suppressed
    : ['No number had to be left out of this report because too few are behind it.']),
  'Reports have no photos, no names of people and no statement about anyone’s health.',
]

function describeSource({ ledger, madeAt, timeZone, from, to }: ReportNumbers): string[] {
  const compared = `The kept totals and days of ${formatCount(ledger.companies, ['company', 'companies'])} were compared with ${formatCount(ledger.entries, ['entry', 'entries'])} of the points ledger and with the approved proofs`
  const found =
    ledger.differences === 0
      ? 'there is no difference.'
      : `${formatCount(ledger.differences, ['difference was', 'differences were'])} found, so these numbers may still be corrected.`
  const moment = dateFormat('longMoment', timeZone)
  return [
    `${compared}: ${found}`,
    `All numbers are of one moment, ${moment.format(new Date(madeAt))}, and of the days from ${from} to ${to} in the time zone ${timeZone}. The same numbers are in the CSV and JSON files of this report.`,
  ]
}
