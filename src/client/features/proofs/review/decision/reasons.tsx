import { useEffect, useRef } from 'react'
import { cn } from '#client/ui/cn.ts'
import { KeyCap } from '#client/ui/display/key-cap.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Textarea } from '#client/ui/forms/textarea.tsx'
import { limits } from '#contract/common.ts'
import { rejectionReasons, writeRejectionNote } from '#contract/proofs/rejection-reasons.ts'
import { useKeyHints } from '../review-keys.ts'
import './reasons.css'

interface ReviewReasonsProps {
  picked: readonly string[]
  onPick: (reason: string) => void
  note: string
  onNote: (note: string) => void
  /** The decision that was pressed without a reason. */
  needsReason: 'reject' | 'send-back' | undefined
  /** The marked file that the reasons describe; undefined for the whole proof. */
  fileName: string | undefined
}

/** Leaves room for the note when every reason is picked. */
const longestNote = limits.notes - `${writeRejectionNote(rejectionReasons, '')}. `.length

const questions = {
  reject: 'Pick a reason or write one. Press Reject again to skip this.',
  'send-back': 'Pick a reason or write one: the company has to know what to change.',
}

/** Reasons picked by number, and a note. The company reads both under its submission. */
export function ReviewReasons({ picked, onPick, note, onNote, needsReason, fileName }: ReviewReasonsProps) {
  const title = fileName ? `What is wrong with ${fileName}` : 'Reasons to reject'
  const hasKeys = useKeyHints()
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (needsReason) list.current?.scrollIntoView({ block: 'center' })
  }, [needsReason])
  return (
    <div className="flex flex-col gap-3">
      <fieldset
        ref={list}
        className={cn('-m-2 flex flex-col rounded-md p-2', needsReason && 'outline-2 outline-brick-400')}
      >
        <legend className="sr-only">{title}</legend>
        <p aria-hidden="true" className="mb-1 text-sm font-semibold">
          {title}
        </p>
        {rejectionReasons.map((reason, index) => (
          <label key={reason} className="rejection-reason">
            <input
              type="checkbox"
              checked={picked.includes(reason)}
              onChange={() => onPick(reason)}
              aria-keyshortcuts={hasKeys ? String(index + 1) : undefined}
              className="size-4 accent-brick-500 outline-none"
            />
            {hasKeys && <KeyCap>{String(index + 1)}</KeyCap>}
            {reason}
          </label>
        ))}
        <p role="status" className="px-1 pt-1 text-sm text-destructive empty:hidden">
          {needsReason && questions[needsReason]}
        </p>
      </fieldset>
      <Field id="review-note" label={fileName ? 'In your own words' : 'Review Notes'} optional>
        <Textarea
          rows={2}
          maxLength={longestNote}
          value={note}
          onChange={({ target }) => onNote(target.value)}
          aria-keyshortcuts={hasKeys ? String(rejectionReasons.length + 1) : undefined}
          className="max-h-40"
        />
      </Field>
    </div>
  )
}
