import { useState } from 'react'
import { writeRejectionNote } from '#contract/proofs/rejection-reasons.ts'
import type { Verdict } from '../queries.ts'

interface Options {
  canDecide: boolean
  /** Somebody else decided it meanwhile. */
  vanished: boolean
  onDecide: (status: Verdict['status'], note: string) => void
  onNext: () => void
}

export type DecisionDraft = ReturnType<typeof useDecisionDraft>

/** Reasons and note for one proof, and what becomes of them. */
export function useDecisionDraft({ canDecide, vanished, onDecide, onNext }: Options) {
  const [picked, setPicked] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  /** A rejection without a reason was pressed once; the second press means it. */
  const [asked, setAsked] = useState(false)
  return {
    picked,
    note,
    setNote,
    asked,
    dismissQuestion: () => setAsked(false),
    toggle(reason: string) {
      setAsked(false)
      setPicked((all) => (all.includes(reason) ? all.filter((other) => other !== reason) : [...all, reason]))
    },
    approve() {
      if (vanished) onNext()
      else if (canDecide) onDecide('approved', note.trim())
    },
    reject() {
      const why = writeRejectionNote(picked, note)
      if (vanished) onNext()
      else if (!canDecide) return
      else if (why || asked) onDecide('rejected', why)
      else setAsked(true)
    },
  }
}
