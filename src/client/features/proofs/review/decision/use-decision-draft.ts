import { useState } from 'react'
import { limits } from '#contract/common.ts'
import type { FileToFix } from '#contract/proofs/fixes.ts'
import { writeRejectionNote } from '#contract/proofs/rejection-reasons.ts'
import type { Verdict } from '../../queries.ts'
import { useFileMarks } from '../files/use-file-marks.ts'

export type OnDecide = (status: Verdict['status'], note: string, files?: FileToFix[]) => void

interface Options {
  canDecide: boolean
  /** False when the proof cannot be sent back again. */
  canMark: boolean
  /** Path of the focused file. */
  selected: string | undefined
  onSelect: (path: string) => void
  /** Another reviewer decided it meanwhile. */
  vanished: boolean
  onDecide: OnDecide
  onNext: () => void
}

export type DecisionDraft = ReturnType<typeof useDecisionDraft>

const toggleIn = (all: readonly string[], one: string) =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one]

/** Reasons and note for a proof, or for the selected file if it is marked, and the actions that send them. */
export function useDecisionDraft(options: Options) {
  const { canDecide, canMark, selected, onSelect, vanished, onDecide, onNext } = options
  const [picked, setPicked] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  /** The action pressed without a reason. A second press rejects anyway; sending back needs a reason per file. */
  const [needsReason, setNeedsReason] = useState<'reject' | 'send-back'>()
  const marks = useFileMarks()
  const mark = marks.of(selected)
  return {
    marks,
    canMark,
    /** True when the reasons describe the selected file. */
    isOfFile: mark !== undefined,
    picked: mark?.picked ?? picked,
    note: mark?.note ?? note,
    setNote: (text: string) => (mark && selected ? marks.change(selected, { note: text }) : setNote(text)),
    needsReason,
    dismissQuestion: () => setNeedsReason(undefined),
    toggle(reason: string) {
      setNeedsReason(undefined)
      if (mark && selected) marks.change(selected, { picked: toggleIn(mark.picked, reason) })
      else setPicked((all) => toggleIn(all, reason))
    },
    toggleMark() {
      setNeedsReason(undefined)
      if (canMark && selected) marks.toggle(selected)
    },
    approve() {
      if (vanished) onNext()
      else if (canDecide) onDecide('approved', note.trim())
    },
    reject() {
      // Reasons of marked files count too, so nobody has to enter them again.
      const why = writeRejectionNote(
        [...picked, ...marks.picked],
        [note.trim(), ...marks.notes].filter(Boolean).join('. '),
      ).slice(0, limits.notes)
      if (vanished) onNext()
      else if (!canDecide) return
      else if (why || needsReason === 'reject') onDecide('rejected', why)
      else setNeedsReason('reject')
    },
    sendBack() {
      if (vanished) onNext()
      else if (!canDecide || marks.files.length === 0) return
      else if (marks.unexplained === undefined) onDecide('fix', note.trim(), marks.files)
      else {
        onSelect(marks.unexplained)
        setNeedsReason('send-back')
      }
    },
  }
}
