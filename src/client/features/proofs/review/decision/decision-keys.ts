import { rejectionReasons } from '#contract/proofs/rejection-reasons.ts'
import { stepVertically } from '../files/grid-layout.ts'
import { useReviewKeys } from '../review-keys.ts'
import type { DecisionDraft } from './use-decision-draft.ts'

interface View {
  selected: number
  show: (index: number) => void
  large: boolean
  setLarge: (large: boolean) => void
  /** Number of files in each row of the grid. */
  rows: number[]
  /** Opens the first proof with the same photo. */
  compare: () => void
}

/** Key bindings for the open proof. */
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
      // On a control Enter and Space press it; on a video Space plays it.
      if (target.closest('button, a, summary, input')) return false
      if (target instanceof HTMLVideoElement && key === 'Space') return false
      setLarge(!large)
    },
    goBack(_key, target) {
      if (target instanceof HTMLTextAreaElement) target.blur()
      else if (large) setLarge(false)
      else if (decision.needsReason) decision.dismissQuestion()
      else return false
    },
  })
}
