import { Wrench } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { FileThumbnail } from '#client/features/proofs/files/file-thumbnail.tsx'
import { shapeOf } from '#client/features/proofs/files/preload.ts'
import { filesAreGone, nameOfFile, takenAt } from '#client/features/proofs/files/words.ts'
import { cn } from '#client/ui/cn.ts'
import { Badge } from '#client/ui/display/badge.tsx'
import type { ViewableFile } from '#contract/files/endpoints.ts'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import { type GridLayout, layoutGrid } from './grid-layout.ts'
import { replacedPaths } from './replaced-files.ts'

interface FileGridProps {
  proof: ReviewedProof
  layout: GridLayout
  /** The list element; its size sets the layout. */
  place: RefObject<HTMLUListElement | null>
  selected: number
  /** False while an overlay covers the grid. */
  active: boolean
  onSelect: (index: number) => void
  onOpen: (index: number) => void
  onShown: (path: string) => void
  isMarked: (path: string) => boolean
}

/** Grid of all files, uncropped. One file has the focus, and the arrow keys move it. */
export function FileGrid(props: FileGridProps) {
  const { proof, layout, place, selected, active, onSelect, onOpen, onShown, isMarked } = props
  useFocusOn(place, selected, active)
  if (proof.files.length === 0) return <p className="p-4 text-muted-foreground">{filesAreGone}</p>
  const replaced = replacedPaths(proof)
  return (
    <ul ref={place} className="flex flex-wrap content-center justify-center gap-2 p-2 lg:h-full lg:gap-3 lg:p-3">
      {proof.files.map((file, index) => {
        const old = isOld(file, proof)
        const marked = isMarked(file.path)
        const isNew = replaced.includes(file.path)
        const caption = captionOf(file, { index, old })
        return (
          <li key={file.path} style={layout.boxes[index]} className="relative">
            <button
              type="button"
              tabIndex={index === selected ? 0 : -1}
              // It contains the visible caption, for people who speak to their device.
              aria-label={`${nameOfFile(proof, index)}${isNew ? ', new' : ''}${marked ? ', needs a fix' : ''}: ${caption}: full size`}
              onFocus={() => onSelect(index)}
              onClick={() => onOpen(index)}
              className={cn(
                'relative block size-full overflow-hidden rounded-md bg-sunken outline-offset-2',
                index === selected && 'outline-2 outline-primary',
              )}
            >
              <FileThumbnail
                file={file}
                alt=""
                className="size-full object-contain"
                onShown={() => onShown(file.path)}
              />
              <span
                className={cn(
                  'absolute bottom-1 left-1 rounded-sm px-1.5 text-xs leading-5 font-semibold tabular-nums',
                  old ? 'bg-sun-300 text-ink-900' : 'bg-black/75 text-sand-100',
                )}
              >
                {caption}
              </span>
            </button>
            {(marked || isNew) && (
              // Hidden from screen readers: the button's name says the same.
              <span aria-hidden="true" className="pointer-events-none absolute top-1 left-1 flex flex-wrap gap-1">
                {isNew && <Badge tone="info">New</Badge>}
                {marked && (
                  <Badge tone="destructive" icon={Wrench}>
                    Needs a fix
                  </Badge>
                )}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** "1 · 15 Nov, 19:11 · from Ada" */
function captionOf(file: ViewableFile, { index, old }: { index: number; old: boolean }): string {
  const sender = file.senderName && `from ${file.senderName}`
  return [index + 1, takenAt(file), sender, old && 'older'].filter(Boolean).join(' · ')
}

const defaultRatio = 4 / 3

/** Measures the list, and computes the layout again when a file's aspect ratio becomes known. */
export function useGridLayout({ files }: Pick<ReviewedProof, 'files'>, missing: number) {
  const place = useRef<HTMLUListElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0, gap: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: without files there is no list; with them it is there from the start.
  useEffect(() => {
    const list = place.current
    if (!list) return
    const observer = new ResizeObserver(() => {
      const { paddingLeft, paddingTop, columnGap } = getComputedStyle(list)
      const [x, y, gap] = [paddingLeft, paddingTop, columnGap].map(Number.parseFloat)
      setSize({ width: list.clientWidth - 2 * (x ?? 0), height: list.clientHeight - 2 * (y ?? 0), gap: gap ?? 0 })
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [files.length])

  // Change the layout once, when every ratio is known: a grid that moves with each file cannot be read.
  const known = files.map((file) => shapeOf(file))
  const ratios =
    missing === 0 || !known.includes(undefined)
      ? known.map((ratio) => ratio ?? defaultRatio)
      : files.map(() => defaultRatio)
  const fixed = matchMedia('(min-width: 64rem)').matches
  const width = size.width || 320
  const rowHeight = width < 640 ? width * 0.42 : width * 0.28
  const layout = layoutGrid(
    ratios,
    { width, rowHeight, ...(fixed && size.height > 0 ? { height: size.height } : {}) },
    size.gap,
  )
  return { place, layout }
}

/**
 * The focus follows the selection and starts on the first file of every proof, so Space cannot press a button twice.
 */
function useFocusOn(grid: RefObject<HTMLUListElement | null>, selected: number, active: boolean) {
  useEffect(() => {
    if (active) grid.current?.querySelectorAll('button')[selected]?.focus()
  }, [grid, selected, active])
}

/** Taken more than a day before the submission; another half day covers the camera's time zone. */
function isOld({ capturedAt }: ViewableFile, { submittedAt }: Pick<ReviewedProof, 'submittedAt'>): boolean {
  if (!capturedAt) return false
  const taken = Date.parse(capturedAt.length > 19 ? capturedAt : `${capturedAt}Z`)
  return Date.parse(submittedAt) - taken > 36 * 60 * 60_000
}
