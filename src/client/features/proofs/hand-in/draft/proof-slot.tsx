import { Check, CloudOff, Hourglass, type LucideIcon, Pause, Plus, RotateCw, TriangleAlert } from 'lucide-react'
import type { UploadFile } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import { useIsOnline } from '#client/platform/uploads/use-is-online.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { buttonStyles } from '#client/ui/buttons/button-styles.ts'
import { cn } from '#client/ui/cn.ts'
import { type Kind, kinds } from '../../files/kinds.ts'
import type { StoredFile } from './draft-state.ts'
import { type SlotActions, SlotMenu } from './slot-menu.tsx'
import { box, captionStyles, FilePreview, RemoveButton, Slot } from './slot-parts.tsx'
import './proof-slot.css'

type EmptyProps = { number: number; kind: Kind; isNext: boolean; disabled: boolean; onAdd: () => void }

/** An empty slot. Each one adds a file; the next one is highlighted. */
export function EmptySlot({ number, kind, isNext, disabled, onAdd }: EmptyProps) {
  const colors = isNext ? 'border-primary-text text-primary-text' : 'border-control text-muted-foreground'
  return (
    <li className="min-w-0">
      <button
        type="button"
        disabled={disabled}
        aria-label={`Add ${kinds[kind].one} ${number}`}
        onClick={onAdd}
        className={cn(
          'empty-slot hover:border-primary-text hover:bg-accent hover:text-primary-text active:bg-accent',
          colors,
        )}
      >
        <Plus aria-hidden="true" className="size-6" />
        <span aria-hidden="true" className="font-display text-lg leading-none font-bold">
          {number}
        </span>
      </button>
      <span aria-hidden="true" className={captionStyles} />
    </li>
  )
}

type StoredProps = { file: StoredFile; onRemove: () => void; actions: SlotActions }

/** The word is `Uploaded` only after the server has checked the file. */
export function StoredSlot({ file, onRemove, actions }: StoredProps) {
  const isBad = file.state === 'refused' || file.twin !== undefined
  const [word, icon, tone] = isBad
    ? (['Can’t be used', TriangleAlert, 'bad'] as const)
    : file.state === 'ready'
      ? (['Uploaded', Check, 'good'] as const)
      : (['Checking…', Hourglass, 'quiet'] as const)
  return (
    <Slot
      isBad={isBad}
      icon={icon}
      tone={tone}
      caption={
        <>
          <span className="sr-only">{file.fileName}: </span>
          <CaptionText file={file} word={word} isGood={tone === 'good'} />
        </>
      }
    >
      <FilePreview sources={[file.preview, file.thumbnailUrl ?? undefined]} type={file.type} dimmed={tone !== 'good'} />
      {!isBad && <SlotMenu name={file.fileName} {...actions} />}
      <RemoveButton name={file.fileName} onClick={onRemove} />
    </Slot>
  )
}

/** One line: the teammate who added an uploaded file replaces the word. */
function CaptionText({
  file: { addedBy, senderName },
  word,
  isGood,
}: {
  file: StoredFile
  word: string
  isGood: boolean
}) {
  if (addedBy === 'company' || !isGood) return word
  return (
    <>
      <span className="sr-only">{word} </span>
      from <bdi>{senderName ?? 'your team'}</bdi>
    </>
  )
}

type LeftOutProps = {
  file: StoredFile
  icon: LucideIcon
  disabled: boolean
  onUse: () => void
  onRemove: () => void
}

/** A collected file that is not in the proof, with the button that adds it. */
export function LeftOutSlot({ file, icon: Icon, disabled, onUse, onRemove }: LeftOutProps) {
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <div className={cn(box, 'border-border')}>
        <FilePreview sources={[file.preview, file.thumbnailUrl ?? undefined]} type={file.type} />
        <RemoveButton name={file.fileName} onClick={onRemove} />
      </div>
      <Button
        variant="outline"
        size="sm"
        disabled={disabled}
        aria-label={`Use ${file.fileName}`}
        onClick={onUse}
        className="w-full"
      >
        <Icon aria-hidden="true" />
        Use
      </Button>
    </li>
  )
}

type MovingProps = {
  file: UploadFile
  preview: string | undefined
  started: boolean
  onRemove: () => void
  onRetry: () => void
}

export function MovingSlot({ file, preview, started, onRemove, onRetry }: MovingProps) {
  const online = useIsOnline()
  const { progress, error, isPaused, isGhost } = file
  const percent = progress.percentage ?? 0
  const [caption, icon] = captionOf({ started, error: Boolean(error), isPaused, isGhost, online, percent })
  return (
    <Slot isBad={Boolean(error)} icon={icon} tone={error ? 'bad' : 'quiet'} caption={caption}>
      <FilePreview sources={[preview, file.preview]} type={file.type} dimmed />
      {started && !error && !isPaused && online && (
        <div
          role="progressbar"
          aria-label={file.name}
          aria-valuenow={percent}
          className="absolute inset-x-0 bottom-0 h-1.5 bg-accent"
        >
          <div className="h-full bg-primary transition-[width]" style={{ width: `${percent}%` }} />
        </div>
      )}
      {error && (
        <div className="absolute inset-0 flex items-center justify-center">
          <button
            type="button"
            aria-label={`Retry ${file.name}`}
            onClick={onRetry}
            className={buttonStyles({ variant: 'destructive', size: 'icon' })}
          >
            <RotateCw aria-hidden="true" />
          </button>
        </div>
      )}
      <RemoveButton name={file.name} onClick={onRemove} />
    </Slot>
  )
}

type Transfer = {
  started: boolean
  error: boolean
  isPaused: boolean | undefined
  isGhost: boolean
  online: boolean
  percent: number
}

function captionOf({ started, error, isPaused, isGhost, online, percent }: Transfer): [string, LucideIcon?] {
  if (error) return ['Not sent', TriangleAlert]
  if (isGhost) return ['Choose again', RotateCw]
  if (!started) return ['Not sent yet']
  if (isPaused) return ['Paused', Pause]
  return online ? [`${percent}%`] : ['Waiting', CloudOff]
}
