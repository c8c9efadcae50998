import type { ReviewedProof } from '#contract/proofs/endpoints.ts'

export const kindOf = ({ contentType }: Pick<ReviewedProof, 'contentType'>) =>
  contentType === 'image' ? 'Images' : 'Videos'

export const filesOf = ({ files }: Pick<ReviewedProof, 'files'>) =>
  `${files.length} ${files.length === 1 ? 'file' : 'files'}`

const minute = 60_000
const unit = (name: 'minute' | 'hour' | 'day') =>
  new Intl.NumberFormat('en', { style: 'unit', unit: name, unitDisplay: 'long' })
const steps = [
  { size: 24 * 60 * minute, from: 48 * 60 * minute, words: unit('day') },
  { size: 60 * minute, from: 60 * minute, words: unit('hour') },
  { size: minute, from: minute, words: unit('minute') },
]

/** "Waiting 3 hours" */
export function waitingOf({ submittedAt }: Pick<ReviewedProof, 'submittedAt'>, now: number): string {
  const waited = now - Date.parse(submittedAt)
  const step = steps.find(({ from }) => waited >= from)
  return step ? `Waiting ${step.words.format(Math.floor(waited / step.size))}` : 'Just arrived'
}

/** True after a day, when companies start to wonder. */
export const isLate = ({ submittedAt }: Pick<ReviewedProof, 'submittedAt'>, now: number) =>
  now - Date.parse(submittedAt) > 24 * 60 * minute
