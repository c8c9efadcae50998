import { AlertDialog as Primitive } from 'radix-ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cn } from '#client/ui/cn.ts'
import type { DoorResult } from '../device/door-device.ts'
import type { Tone } from '../scanning/signals.ts'
import { closureHint, closureTitle, firstEntry, labelsOf, remarkOf } from './labels.ts'
import { ResultShape } from './result-shape.tsx'

/** Same colours in both themes, readable in sunlight. */
const toneClasses: Record<Tone, string> = {
  good: '[--panel:var(--color-palm-600)] [--sign:var(--color-white)]',
  warn: '[--panel:var(--color-sun-400)] [--sign:var(--color-ink-900)]',
  bad: '[--panel:var(--color-brick-600)] [--sign:var(--color-white)]',
  closed: '[--panel:var(--color-sea-700)] [--sign:var(--color-white)]',
}
const button =
  'min-h-14 short:min-h-11 rounded-md border-2 border-(--sign) px-4 text-lg font-bold outline-offset-4 focus-visible:outline-(--sign)'

const goodLasts = 2_000

type Props = {
  result: DoorResult
  onDone: () => void
  onUndo?: () => void
  /** Receives the focus when no result follows. */
  onFocusReturn: () => void
}

/**
 * Full-screen result with a focus trap. A good result closes by itself, unless Undo has the focus; others wait for a
 * press.
 */
export function ResultPanel({ result, onDone, onUndo, onFocusReturn }: Props) {
  const { tone } = labelsOf(result.result)
  const next = useRef<HTMLButtonElement>(null)
  const [isUndoFocused, setUndoFocused] = useState(false)
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (tone !== 'good' || isUndoFocused) return
    const timer = setTimeout(() => done(), goodLasts)
    return () => clearTimeout(timer)
  }, [tone, isUndoFocused])

  return (
    <Primitive.Root open onOpenChange={(open) => !open && onDone()}>
      <Primitive.Portal>
        <Primitive.Content
          data-result={result.result}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            next.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // The next result may be open and have the focus.
            if (!document.activeElement?.closest('[role="alertdialog"]')) onFocusReturn()
          }}
          className={cn(
            toneClasses[tone],
            'fixed inset-0 z-50 animate-appear overflow-y-auto overscroll-contain bg-(--panel) text-(--sign) outline-none',
          )}
        >
          <div className="relative flex min-h-full flex-col px-5 pt-6 short:pt-3">
            {/* The whole panel is a button, so one thumb needs no aim. Keyboards and screen readers have the button
                below. */}
            <button type="button" tabIndex={-1} aria-hidden="true" onClick={onDone} className="absolute inset-0" />
            <ResultText result={result} />
            <div className="sticky bottom-0 mx-auto flex w-full max-w-xl gap-3 bg-(--panel) pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] short:pb-2">
              {onUndo && (
                <button
                  type="button"
                  onClick={onUndo}
                  onFocus={() => setUndoFocused(true)}
                  onBlur={() => setUndoFocused(false)}
                  className={cn(button, 'basis-1/3')}
                >
                  Undo
                </button>
              )}
              <button
                ref={next}
                type="button"
                onClick={onDone}
                className={cn(button, 'flex-1 bg-(--sign) text-(--panel)')}
              >
                Next
              </button>
            </div>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function ResultText({ result }: { result: DoorResult }) {
  const { tone, title, hint } = spokenBy(result)
  const { attendee } = result
  const since = result.result === 'already' ? firstEntry(result) : undefined
  const remark = remarkOf(result) ?? hint
  return (
    <div className="pointer-events-none relative flex flex-1 flex-col items-center justify-center gap-4 text-center short:gap-2">
      <ResultShape tone={tone} className="size-[min(40vw,26vh)] shrink-0 short:hidden" />
      <div className="flex max-w-4xl flex-col gap-2">
        {/* Smaller when closed: that title has a date. */}
        <Primitive.Title
          className={cn('leading-none text-balance sm:text-4xl', tone === 'closed' ? 'text-2xl' : 'text-3xl')}
        >
          {title}
        </Primitive.Title>
        <Primitive.Description asChild>
          <div className="flex flex-col gap-2">
            {attendee && (
              <p
                style={{ fontSize: nameSize(`${attendee.firstName} ${attendee.lastName}`) }}
                className="font-display leading-[1.05] font-extrabold wrap-anywhere"
              >
                {attendee.firstName} {attendee.lastName}
              </p>
            )}
            {attendee?.companyName && <p className="text-xl wrap-anywhere sm:text-2xl">{attendee.companyName}</p>}
            {since && <p className="text-xl font-bold sm:text-2xl">{since}</p>}
            {remark && <p className="text-lg font-medium text-balance">{remark}</p>}
          </div>
        </Primitive.Description>
      </div>
    </div>
  )
}

function spokenBy(result: DoorResult) {
  const words = labelsOf(result.result, result.revocation)
  return result.result === 'closed' ? { ...words, title: closureTitle(result), hint: closureHint(result) } : words
}

/** 64 px, or smaller so that the longest word fits and the buttons below stay visible. */
function nameSize(name: string): string {
  const longest = Math.max(...name.split(/[\s-]+/).map(({ length }) => length))
  const most = name.length > 36 ? '2.75rem' : '4rem'
  return `clamp(2rem, min((100vw - 2.5rem) / ${(longest * 0.62).toFixed(2)}, 18vh), ${most})`
}
