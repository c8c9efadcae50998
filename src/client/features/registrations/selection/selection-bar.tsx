import { Check, X } from 'lucide-react'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { aboveBar, ToastSlot } from '#client/ui/toasts/toast-slot.tsx'
import { countOf } from '../attendee-labels.ts'

interface SelectionBarProps {
  chosen: number
  /** Number of selected attendees without a decision. */
  pending: number
  /** Number of results; undefined if all are selected or none can be added. */
  more: number | undefined
  onChooseAll: () => void
  choosingAll: boolean
  progress: { done: number; of: number } | undefined
  onApprove: (opener: HTMLElement) => void
  onReject: (opener: HTMLElement) => void
  onClear: () => void
}

/** Sticks to the lower edge while attendees are selected. */
export function SelectionBar({ chosen, pending, more, progress, ...props }: SelectionBarProps) {
  const decided = chosen - pending
  return (
    <section
      aria-label="Selected attendees"
      data-bottom-bar
      className="@container sticky bottom-[calc(0.75rem+var(--phone-bar))] z-20 animate-rise rounded-lg border border-border bg-raised p-3 pl-4 shadow-float"
    >
      <ToastSlot className={cn(aboveBar, 'sm:justify-end')} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div role="status" className="min-w-0 @max-[46rem]:flex-1">
          <p className="font-semibold tabular-nums">{countOf(chosen)} selected</p>
          {decided > 0 && !progress && (
            <p className="text-sm text-muted-foreground tabular-nums">
              {pending === 0 ? 'All are already decided.' : `${countOf(decided)} already decided, not changed.`}
            </p>
          )}
        </div>
        {progress ? (
          <p className="flex min-h-10 items-center gap-2 font-medium tabular-nums">
            <Spinner className="size-4.5" />
            {countOf(progress.done)} of {countOf(progress.of)}…
          </p>
        ) : (
          <div className="flex flex-wrap items-center gap-2 @max-[46rem]:order-last @max-[46rem]:w-full">
            <Button
              disabled={pending === 0}
              onClick={({ currentTarget }) => props.onApprove(currentTarget)}
              className="@max-[26rem]:flex-1"
            >
              <Check aria-hidden="true" strokeWidth={3} />
              Approve {countOf(pending)}
            </Button>
            <Button
              variant="outline"
              disabled={pending === 0}
              onClick={({ currentTarget }) => props.onReject(currentTarget)}
              className="@max-[26rem]:flex-1"
            >
              <X aria-hidden="true" strokeWidth={3} />
              Reject {countOf(pending)}
            </Button>
            {more !== undefined && (
              <Button
                variant="ghost"
                pending={props.choosingAll}
                onClick={props.onChooseAll}
                className="@max-[26rem]:w-full"
              >
                Select all {countOf(more)}
              </Button>
            )}
          </div>
        )}
        {!progress && (
          <Button variant="ghost" onClick={props.onClear} className="@min-[46rem]:ml-auto">
            Clear
          </Button>
        )}
      </div>
    </section>
  )
}
