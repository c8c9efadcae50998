import { ChevronLeft, ChevronRight, ExternalLink, Minimize2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { FileView } from '#client/features/proofs/files/file-view.tsx'
import { useIsUnplayable } from '#client/features/proofs/files/playback.ts'
import { usePreloadedLarge } from '#client/features/proofs/files/preload.ts'
import { nameOfFile, takenAt } from '#client/features/proofs/files/words.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'

interface EnlargedFileProps {
  proof: ReviewedProof
  selected: number
  onSelect: (index: number) => void
  onClose: () => void
  /** The button that marks the file; empty when the proof cannot be sent back. */
  mark: ReactNode
}

export function EnlargedFile({ proof, selected, onSelect, onClose, mark }: EnlargedFileProps) {
  const { files } = proof
  const file = files[selected]
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => stage.current?.focus(), [])
  usePreloadedLarge([files[selected - 1], files[selected + 1]])
  const isUnplayable = useIsUnplayable(file)
  if (!file) return null
  const name = nameOfFile(proof, selected)
  const taken = takenAt(file)
  return (
    <div className="absolute inset-0 z-10 flex animate-appear flex-col bg-sunken">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of what belongs to one file, no fieldset. */}
      <div ref={stage} role="group" tabIndex={-1} aria-label={name} className="relative min-h-0 flex-1 outline-none">
        <FileView file={file} alt={name} autoPlay />
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1 border-t border-border px-3 py-2">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Previous file"
          aria-disabled={selected === 0 || undefined}
          onClick={() => onSelect(Math.max(0, selected - 1))}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <p role="status" className="min-w-32 text-center text-sm tabular-nums">
          {name}
          {taken && <span className="block text-muted-foreground">{taken}</span>}
          {file.senderName && (
            <span className="block text-muted-foreground">
              from <bdi>{file.senderName}</bdi>
            </span>
          )}
        </p>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Next file"
          aria-disabled={selected === files.length - 1 || undefined}
          onClick={() => onSelect(Math.min(files.length - 1, selected + 1))}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
        {mark}
        {!isUnplayable && (
          <LinkButton href={file.url} target="_blank" variant="ghost" size="sm">
            <ExternalLink aria-hidden="true" />
            View Full Size
          </LinkButton>
        )}
        <Button variant="ghost" size="sm" onClick={onClose}>
          <Minimize2 aria-hidden="true" />
          All files
        </Button>
      </div>
    </div>
  )
}
