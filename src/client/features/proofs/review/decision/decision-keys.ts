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

/** Keys while one proof is on the screen. */
export function useDecisionKeys({ selected, show, large, setLarge, rows, compare }: View, decision: DecisionDraft) {
  useReviewKeys({
    approve: decision.approve,
    reject: decision.reject,
    pickReason(digit) {
      const reason = rejectionReasons[Number(digit) - 1]
      if (reason) decision.toggle(reason)
    },
    writeReason: () => document.getElementById('review-note')?.focus(),
    markFile: decision.toggleMark,
    sendBack: decision.sendBack,
    compare,
    selectFile(arrow, target) {
      if (target instanceof HTMLVideoElement) return false
      const step = arrow === '←' || arrow === '↑' ? -1 : 1
      const isVertical = arrow === '↑' || arrow === '↓'
      show(isVertical && !large ? stepVertically(rows, selected, step) : selected + step)
    },
    resizeFile(key, target) {
      // On a control both keys press it; on a video the space bar plays it.
      if (target.closest('button, a, summary, input')) return false
      if (target instanceof HTMLVideoElement && key === 'Space') return false
      setLarge(!large)
    },
    goBack(_key, target) {
      if (target instanceof HTMLTextAreaElement) target.blur()
      else if (large) setLarge(false)
      else if (decision.asked) decision.dismissQuestion()
      else return false
    },
  })
}
