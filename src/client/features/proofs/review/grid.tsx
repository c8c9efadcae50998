import { type CSSProperties, type RefObject, useEffect, useRef } from 'react'
import { cn } from '#client/ui/cn.ts'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import { FileThumbnail } from './file.tsx'
import { filesAreGone, isOld, nameOfFile, takenAt } from './words.ts'

export interface ReviewGridProps {
  proof: ReviewedProof
  selected: number
  /** False while something lies on top of it. */
  active: boolean
  onSelect: (index: number) => void
  onOpen: (index: number) => void
}

/** Two rows on a wide screen, so that everything is seen at once. */
export const columnsFor = (files: number) => Math.max(3, Math.ceil(files / 2))

/** All files at a glance. One of them has the focus; the arrow keys move it. */
export function ReviewGrid({ proof, selected, active, onSelect, onOpen }: ReviewGridProps) {
  const grid = useRef<HTMLUListElement>(null)
  useFocusOn(grid, selected, active)
  if (proof.files.length === 0) return <p className="p-4 text-muted-foreground">{filesAreGone}</p>
  return (
    <ul
      ref={grid}
      style={{ '--columns': columnsFor(proof.files.length) } as CSSProperties}
      className="grid grid-cols-2 gap-2 p-2 sm:grid-cols-3 lg:h-full lg:auto-rows-fr lg:grid-cols-[repeat(var(--columns),minmax(0,1fr))] lg:gap-3 lg:p-3"
    >
      {proof.files.map((file, index) => {
        const taken = takenAt(file)
        const old = isOld(file, proof)
        return (
          <li key={file.path} className="min-h-0">
            <button
              type="button"
              tabIndex={index === selected ? 0 : -1}
              aria-label={`${nameOfFile(proof, index)}${taken ? `, taken ${taken}` : ''}: full size`}
              onFocus={() => onSelect(index)}
              onClick={() => onOpen(index)}
              className={cn(
                'relative block size-full overflow-hidden rounded-md bg-sunken outline-offset-2 max-lg:aspect-square',
                index === selected && 'outline-2 outline-primary',
              )}
            >
              <FileThumbnail file={file} alt="" className="size-full object-contain max-sm:object-cover" />
              <span
                className={cn(
                  'absolute bottom-1 left-1 rounded-sm px-1.5 text-xs leading-5 font-semibold tabular-nums',
                  old ? 'bg-sun-300 text-ink-900' : 'bg-black/75 text-sand-100',
                )}
              >
                {index + 1}
                {taken && ` · ${taken}`}
                {old && ' · older'}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The focus follows the selection, and starts on the first file of every proof: Space must never press a button twice. */
function useFocusOn(grid: RefObject<HTMLUListElement | null>, selected: number, active: boolean) {
  useEffect(() => {
    if (active) grid.current?.querySelectorAll('button')[selected]?.focus()
  }, [grid, selected, active])
}
