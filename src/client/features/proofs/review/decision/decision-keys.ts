import { rejectionReasons } from '#contract/proofs/rejection-reasons.ts'
import { stepVertically } from '../files/grid-layout.ts'
import { useReviewKeys } from './review-keys.ts'
import type { DecisionDraft } from './use-decision-draft.ts'

interface View {
  selected: number
  show: (index: number) => void
  large: boolean
  setLarge: (large: boolean) => void
  /** How many files each row of the grid has. */
  rows: number[]
  /** Opens the first proof with the same photo, if there is one. */
  compare: () => void
}

/** What keys do while one proof is on the screen. */
export function useDecisionKeys({ selected, show, large, setLarge, rows, compare }: View, decision: DecisionDraft) {
  useReviewKeys((key, target) => {
    if (key === 'Escape') return stepBack(target)
    const number = Number(key)
    if (Number.isInteger(number) && number >= 1) return chooseReason(number)
    if (target instanceof HTMLVideoElement && (key === ' ' || key.startsWith('Arrow'))) return false
    const act = acts[key.toLowerCase()]
    // On a control these two press it.
    if (!act || ((key === 'Enter' || key === ' ') && target.closest('button, a, summary, input'))) return false
    act()
    return true
  })

  const acts: Record<string, () => void> = {
    a: decision.approve,
    r: decision.reject,
    f: decision.toggleMark,
    s: decision.sendBack,
    c: compare,
    arrowleft: () => show(selected - 1),
    arrowright: () => show(selected + 1),
    arrowup: () => show(large ? selected - 1 : stepVertically(rows, selected, -1)),
    arrowdown: () => show(large ? selected + 1 : stepVertically(rows, selected, 1)),
    enter: () => setLarge(!large),
    ' ': () => setLarge(!large),
  }

  function chooseReason(number: number): boolean {
    const reason = rejectionReasons[number - 1]
    if (reason) decision.toggle(reason)
    else if (number === rejectionReasons.length + 1) document.getElementById('review-note')?.focus()
    return true
  }

  function stepBack(target: Element): boolean {
    if (target instanceof HTMLTextAreaElement) target.blur()
    else if (large) setLarge(false)
    else if (decision.asked) decision.dismissQuestion()
    else return false
    return true
  }
}
