import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/platform/dates.ts'
import { useSingleKeys } from '#client/platform/help/single-keys.ts'
import { Button } from '#client/ui/button.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import type { Verdict } from '../queries.ts'
import { ReviewFacts } from './facts.tsx'
import { ReviewGrid, useGridLayout } from './grid.tsx'
import { stepVertically } from './grid-layout.ts'
import { useReviewKeys } from './keys.ts'
import { ReviewLarge } from './large.tsx'
import { ReviewNext } from './next.tsx'
import { ReviewReasons } from './reasons.tsx'
import { useShownFiles } from './shown-files.ts'
import { filesOf, noteFrom, reasons } from './words.ts'

export interface ReviewDeskProps {
  proof: ReviewedProof
  queue: ReviewedProof[]
  /** Somebody else decided it meanwhile. */
  vanished: boolean
  onDecide: (status: Verdict['status'], note: string) => void
  onNext: () => void
}

/** One proof. Mounted anew for each, so that nothing chosen for one company is still there for the next. */
export function ReviewDesk({ proof, queue, vanished, onDecide, onNext }: ReviewDeskProps) {
  const now = useNow()
  const singleKeys = useSingleKeys()
  const [selected, select] = useState(0)
  const [large, setLarge] = useState(false)
  const [picked, setPicked] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  const [asked, setAsked] = useState(false)
  const { canDecide, missing, noteShown } = useShownFiles(proof)
  const { place, layout } = useGridLayout(proof, missing)

  const toggle = (reason: string) => {
    setAsked(false)
    setPicked((all) => (all.includes(reason) ? all.filter((other) => other !== reason) : [...all, reason]))
  }
  const approve = () => {
    if (vanished) onNext()
    else if (canDecide) onDecide('approved', note.trim())
  }
  const reject = () => {
    const why = noteFrom(picked, note)
    if (vanished) onNext()
    else if (!canDecide) return
    else if (why || asked) onDecide('rejected', why)
    else setAsked(true)
  }
  const show = (index: number) => select(Math.min(Math.max(0, index), proof.files.length - 1))
  const open = (index: number) => {
    show(index)
    setLarge(true)
  }

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
    a: approve,
    r: reject,
    arrowleft: () => show(selected - 1),
    arrowright: () => show(selected + 1),
    arrowup: () => show(large ? selected - 1 : stepVertically(layout.rows, selected, -1)),
    arrowdown: () => show(large ? selected + 1 : stepVertically(layout.rows, selected, 1)),
    enter: () => setLarge(!large),
    ' ': () => setLarge(!large),
  }

  function chooseReason(number: number): boolean {
    const reason = reasons[number - 1]
    if (reason) toggle(reason)
    else if (number === reasons.length + 1) document.getElementById('review-note')?.focus()
    return true
  }

  function stepBack(target: Element): boolean {
    if (target instanceof HTMLTextAreaElement) target.blur()
    else if (large) setLarge(false)
    else if (asked) setAsked(false)
    else return false
    return true
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_minmax(0,1fr)_auto]">
      <div className="max-lg:min-h-0 max-lg:flex-1 max-lg:overflow-y-auto lg:contents">
        <section aria-label="Proof" className="p-4 lg:col-start-2 lg:row-start-1 lg:border-l lg:border-border lg:px-5">
          <ReviewFacts proof={proof} now={now} />
          {vanished && (
            <p role="alert" className="mt-3 rounded-md bg-info-soft p-3 font-semibold text-info">
              Another reviewer decided this proof while you had it open.
            </p>
          )}
        </section>
        <section aria-label="Files" className="lg:relative lg:col-start-1 lg:row-span-3 lg:row-start-1 lg:min-h-0">
          <div inert={large} className="h-full animate-appear">
            <ReviewGrid
              proof={proof}
              layout={layout}
              place={place}
              selected={selected}
              active={!large}
              onSelect={select}
              onOpen={open}
              onShown={noteShown}
            />
          </div>
          {large && <ReviewLarge proof={proof} selected={selected} onSelect={show} onClose={() => setLarge(false)} />}
        </section>
        <section
          aria-label="Decision"
          className="flex flex-col gap-5 p-4 lg:col-start-2 lg:row-start-2 lg:overflow-y-auto lg:border-l lg:border-border lg:px-5"
        >
          <ReviewReasons picked={picked} onPick={toggle} note={note} onNote={setNote} asked={asked} />
          <ReviewNext queue={queue} current={proof} now={now} />
        </section>
      </div>
      <div className="grid grid-cols-2 gap-3 border-t border-border p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:col-start-2 lg:row-start-3 lg:border-l lg:px-5">
        {vanished ? (
          <Button size="lg" onClick={onNext} className="col-span-2">
            Next proof
          </Button>
        ) : (
          <>
            {missing > 0 && (
              <p className="col-span-2 -mt-1 text-sm text-muted-foreground">
                {`${missing} of ${filesOf(proof)} still loading. ${canDecide ? 'You can decide without waiting.' : ''}`}
              </p>
            )}
            <Button
              size="lg"
              variant="destructive"
              aria-disabled={!canDecide || undefined}
              aria-keyshortcuts={singleKeys ? 'R' : undefined}
              onClick={reject}
            >
              <X aria-hidden="true" />
              Reject {singleKeys && <KeyCap>R</KeyCap>}
            </Button>
            <Button
              size="lg"
              variant="success"
              aria-disabled={!canDecide || undefined}
              aria-keyshortcuts={singleKeys ? 'A' : undefined}
              onClick={approve}
            >
              <Check aria-hidden="true" />
              Approve {singleKeys && <KeyCap>A</KeyCap>}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
