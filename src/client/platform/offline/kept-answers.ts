import type { CurrentUser } from '#contract/auth/endpoints.ts'

/** A company's last answers on this device, in the local storage: deleting is synchronous, also while a page is left. */
type KeptAnswers = {
  /** Whose they are, and the page of which release understands them. */
  account: string
  build: string
  keptAt: number
  user: CurrentUser
  answers: { queryKey: readonly unknown[]; data: unknown; updatedAt: number }[]
}

const place = 'kept-answers'
/** As long as a session lasts without being used. */
const longest = 7 * 86_400_000

/** The names of the first scripts change with everything that they load. */
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

/** Nothing is kept if storage is forbidden or full. */
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
