import type { Tone } from '../scanning/signals.ts'

const outlines: Record<Tone, string> = {
  good: 'M50 4a46 46 0 1 1 0 92a46 46 0 1 1 0-92Z',
  warn: 'M50 6 97 90a4 4 0 0 1-3.500 6H6.500A4 4 0 0 1 3 90Z',
  bad: 'M31 4H69L96 31V69L69 96H31L4 69V31Z',
  closed: 'M20 4H80A16 16 0 0 1 96 20V80A16 16 0 0 1 80 96H20A16 16 0 0 1 4 80V20A16 16 0 0 1 20 4Z',
}
const signs: Record<Tone, string> = {
  good: 'M28 52 44 68 73 35',
  warn: 'M50 38V62M50 77V78',
  bad: 'M34 34 66 66M66 34 34 66',
  closed: 'M50 24V52L68 64',
}

/** Each result has its outline, because one man in twelve cannot rely on colour. */
export function ResultShape({ tone, className }: { tone: Tone; className?: string }) {
  return (
    <svg viewBox="0 0 100 100" fill="none" aria-hidden="true" className={className}>
      <path d={outlines[tone]} fill="currentColor" />
      <path
        d={signs[tone]}
        className="stroke-(--panel) forced-colors:[stroke:Canvas]"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
