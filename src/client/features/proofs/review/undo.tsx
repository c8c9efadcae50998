import { Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSingleKeys } from '#client/platform/help/single-keys.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { KeyCap } from '#client/ui/display/key-cap.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import { type Decision, undoLasts } from './use-decisions.ts'

/**
 * The last decision while it can be undone. The live region is always rendered, so that screen readers announce its
 * text.
 */
export function ReviewUndo({ decision, onUndo }: { decision: Decision | undefined; onUndo: () => void }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 bottom-20 z-20 flex lg:right-auto lg:bottom-4 lg:left-4"
    >
      {decision && <Bar key={decision.until} decision={decision} onUndo={onUndo} />}
    </div>
  )
}

function Bar({ decision: { proof, status, until }, onUndo }: { decision: Decision; onUndo: () => void }) {
  const time = useRef<HTMLSpanElement>(null)
  const singleKeys = useSingleKeys()
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const left = until - Date.now()
    time.current?.animate([{ scale: `${left / undoLasts} 1` }, { scale: '0 1' }], { duration: left, fill: 'forwards' })
  }, [until])
  return (
    <div className="pointer-events-auto relative flex w-full max-w-md animate-rise items-center gap-3 overflow-hidden rounded-lg border bg-raised py-2 pr-2 pl-3 shadow-float">
      <StatusBadge status={status} />
      <p dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-semibold">{proof.companyName}</span> {proof.taskTitle}
      </p>
      <Button variant="secondary" size="sm" aria-keyshortcuts={singleKeys ? 'U' : undefined} onClick={onUndo}>
        <Undo2 aria-hidden="true" />
        Undo {singleKeys && <KeyCap>U</KeyCap>}
      </Button>
      <span ref={time} aria-hidden="true" className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-primary" />
    </div>
  )
}
