import type { CurrentUser } from '#contract/auth/endpoints.ts'

/** A company's last answers, in local storage because it deletes synchronously, even during an unload. */
type KeptAnswers = {
  /** The owner, and the build that wrote them. */
  account: string
  build: string
  keptAt: number
  user: CurrentUser
  answers: { queryKey: readonly unknown[]; data: unknown; updatedAt: number }[]
}

const place = 'kept-answers'
/** Lifetime of an unused session. */
const longest = 7 * 86_400_000

/** Script names contain content hashes, so they identify the build. */
export const currentBuild = () =>
  Array.from(document.querySelectorAll<HTMLScriptElement>('script[type="module"]'), ({ src }) => src).join(' ')

export function readAnswers(): KeptAnswers | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as KeptAnswers | null
    if (kept && Date.now() - kept.keptAt <= longest) return kept
  } catch {}
  forgetAnswers()
  return undefined
}

/** Without storage, or when it is full, nothing is stored. */
export function writeAnswers(kept: KeptAnswers) {
  try {
    localStorage.setItem(place, JSON.stringify(kept))
  } catch {
    forgetAnswers()
  }
}

export function forgetAnswers() {
  try {
    localStorage.removeItem(place)
  } catch {}
}
