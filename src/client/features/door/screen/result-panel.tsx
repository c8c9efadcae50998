import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { cn } from '#client/ui/cn.ts'
import type { DoorResult } from '../device/door-device.ts'
import type { Tone } from '../scanning/signals.ts'
import { ResultShape } from './result-shape.tsx'
import { closureHint, closureTitle, firstEntry, remarkOf, wordsOf } from './words.ts'

/** The same in both themes: they have to be read in the sun. */
const looks: Record<Tone, string> = {
  good: '[--panel:var(--color-palm-600)] [--sign:var(--color-white)]',
  warn: '[--panel:var(--color-sun-400)] [--sign:var(--color-ink-900)]',
  bad: '[--panel:var(--color-brick-600)] [--sign:var(--color-white)]',
  closed: '[--panel:var(--color-sea-700)] [--sign:var(--color-white)]',
}
const button =
  'min-h-14 rounded-md border-2 border-(--sign) px-4 text-lg font-bold outline-offset-4 focus-visible:outline-(--sign)'

const goodLasts = 2_000

type Props = { result: DoorResult; onDone: () => void; onUndo?: () => void }

/** Fills the screen. A good one leaves by itself; everything else waits until somebody has read it. */
export function ResultPanel({ result, onDone, onUndo }: Props) {
  const { tone, title, hint } = spokenBy(result)
  const { attendee } = result
  const next = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  const done = useEffectEvent(onDone)
  const since = result.result === 'already' ? firstEntry(result) : undefined
  const remark = remarkOf(result)

  useEffect(() => {
    const before = document.activeElement
    next.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useEffect(() => {
    if (tone !== 'good') return
    const timer = setTimeout(() => done(), goodLasts)
    return () => clearTimeout(timer)
  }, [tone])
  useEffect(() => {
    function leave(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      // It closes this panel, not the mode behind it.
      event.stopPropagation()
      done()
    }
    addEventListener('keydown', leave, { capture: true })
    return () => removeEventListener('keydown', leave, { capture: true })
  }, [])

  return (
    <div
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={titleId}
      data-result={result.result}
      className={cn(
        looks[tone],
        'fixed inset-0 z-50 flex animate-appear flex-col bg-(--panel) px-5 pt-6 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-(--sign)',
      )}
    >
      {/* Everywhere is the button: one thumb, no aiming. Keyboards and screen readers have the one below. */}
      <button type="button" tabIndex={-1} aria-hidden="true" onClick={onDone} className="absolute inset-0" />
      <div className="pointer-events-none relative flex min-h-0 flex-1 flex-col items-center justify-center gap-4 overflow-y-auto text-center">
        <ResultShape tone={tone} className="size-[min(40vw,26vh)] shrink-0" />
        <div role="status" aria-live="assertive" className="flex max-w-4xl flex-col gap-2">
          <h2 id={titleId} className="text-3xl leading-none sm:text-4xl">
            {title}
          </h2>
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
          {(remark ?? hint) && <p className="text-lg font-medium">{remark ?? hint}</p>}
        </div>
      </div>
      <div className="relative mx-auto flex w-full max-w-xl gap-3">
        {onUndo && (
          <button type="button" onClick={onUndo} className={cn(button, 'basis-1/3')}>
            Undo
          </button>
        )}
        <button ref={next} type="button" onClick={onDone} className={cn(button, 'flex-1 bg-(--sign) text-(--panel)')}>
          Next
        </button>
      </div>
    </div>
  )
}

function spokenBy(result: DoorResult) {
  const words = wordsOf(result.result)
  return result.result === 'closed' ? { ...words, title: closureTitle(result), hint: closureHint(result) } : words
}

/** 64 px, or as much of it as lets the longest word stay whole on this screen. */
function nameSize(name: string): string {
  const longest = Math.max(...name.split(/[\s-]+/).map(({ length }) => length))
  const most = name.length > 36 ? '2.75rem' : '4rem'
  return `clamp(2rem, calc((100vw - 2.5rem) / ${(longest * 0.62).toFixed(2)}), ${most})`
}
