import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import type { ViewableFile } from '#contract/files/endpoints.ts'
import type { Proof } from '#contract/proofs/endpoints.ts'
import { FileThumbnail } from './file-thumbnail.tsx'
import { FileView } from './file-view.tsx'
import { useIsUnplayable } from './playback.ts'
import { usePreloadedLarge } from './preload.ts'
import { filesAreGone, nameOfFile, takenAt } from './words.ts'

interface FileViewerProps {
  proof: Pick<Proof, 'files' | 'contentType'>
  /** Button below the displayed file. An unplayable video adds its download button itself. */
  action: (file: ViewableFile) => ReactNode
  /** Index of the displayed file and its setter, if the caller acts on that file. */
  selection?: [number, (index: number) => void]
}

/** Shows one file of a proof at a time, with the others as thumbnails below. */
export function FileViewer({ proof, action, selection }: FileViewerProps) {
  const ownSelection = useState(0)
  const [requestedIndex, select] = selection ?? ownSelection
  const { files } = proof
  const selected = Math.min(requestedIndex, files.length - 1)
  const file = files[selected]
  const isUnplayable = useIsUnplayable(file)
  usePreloadedLarge([files[selected + 1]])
  if (!file) return <p className="text-muted-foreground">{filesAreGone}</p>
  const name = nameOfFile(proof, selected)
  const taken = takenAt(file)
  const turn = (step: 1 | -1) => select((selected + step + files.length) % files.length)
  return (
    <div className="flex flex-col gap-2">
      <div className="dark relative h-[min(24rem,40dvh)] overflow-hidden rounded-md bg-sunken text-foreground">
        <FileView file={file} alt={name} />
      </div>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex items-center gap-1">
          <Button variant="outline" size="icon-sm" aria-label="Previous file" onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button variant="outline" size="icon-sm" aria-label="Next file" onClick={() => turn(1)}>
            <ChevronRight aria-hidden="true" />
          </Button>
          <p role="status" className="ml-1 text-sm tabular-nums">
            {name}
            {taken && <span className="text-muted-foreground"> · taken {taken}</span>}
            {file.senderName && (
              <span className="text-muted-foreground">
                {' '}
                · from <bdi>{file.senderName}</bdi>
              </span>
            )}
          </p>
        </div>
        {!isUnplayable && action(file)}
      </div>
      <ul aria-label="Files" className="flex flex-wrap gap-1.5">
        {files.map((other, index) => (
          <li key={other.path}>
            <button
              type="button"
              aria-label={nameOfFile(proof, index)}
              aria-current={index === selected || undefined}
              onClick={() => select(index)}
              className={cn(
                'relative block size-14 overflow-hidden rounded-sm bg-sunken',
                index === selected ? 'ring-3 ring-primary' : 'opacity-75 hover:opacity-100',
              )}
            >
              <FileThumbnail file={other} alt="" className="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
