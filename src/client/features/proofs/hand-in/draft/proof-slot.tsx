import { Check, CloudOff, Hourglass, type LucideIcon, Pause, Plus, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UploadFile } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import { useIsOnline } from '#client/platform/uploads/use-is-online.ts'
import { buttonStyles } from '#client/ui/buttons/button-styles.ts'
import { cn } from '#client/ui/cn.ts'
import { type Kind, kinds } from '../../files/kinds.ts'
import type { StoredFile } from './draft-state.ts'
import { type SlotActions, SlotMenu } from './slot-menu.tsx'
import { box, FilePreview, IconLabel, RemoveButton, stateStyles } from './slot-parts.tsx'
import './proof-slot.css'

type EmptyProps = { number: number; kind: Kind; isNext: boolean; disabled: boolean; onAdd: () => void }

/** An empty slot. Each one adds a file; the next one is highlighted. */
export function EmptySlot({ number, kind, isNext, disabled, onAdd }: EmptyProps) {
  const colors = isNext ? 'border-primary-text text-primary-text' : 'border-control text-muted-foreground'
  return (
    <li className="flex aspect-square min-w-0">
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
    <li className={cn(box, 'border bg-sunken', isBad ? 'border-destructive' : 'border-border')}>
      <FilePreview sources={[file.preview, file.thumbnailUrl ?? undefined]} type={file.type} dimmed={tone !== 'good'} />
      <SlotCaption icon={icon} tone={tone}>
        <span className="sr-only">{file.fileName}: </span>
        {word}
        <SenderName file={file} />
      </SlotCaption>
      {!isBad && <SlotMenu name={file.fileName} {...actions} />}
      <RemoveButton name={file.fileName} onClick={onRemove} />
    </li>
  )
}

/** Name of the teammate who added the file; empty when the company's account added it. */
function SenderName({ file: { addedBy, senderName } }: { file: StoredFile }) {
  if (addedBy === 'company') return null
  return (
    <span className="block font-normal">
      from <bdi>{senderName ?? 'your team'}</bdi>
    </span>
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
    <li className={cn(box, 'border border-border bg-sunken')}>
      <FilePreview sources={[file.preview, file.thumbnailUrl ?? undefined]} type={file.type} />
      <button
        type="button"
        disabled={disabled}
        aria-label={`Use ${file.fileName}`}
        onClick={onUse}
        className="use-button"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        Use
      </button>
      <RemoveButton name={file.fileName} onClick={onRemove} />
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
  return (
    <li className={cn(box, 'border bg-sunken', error ? 'border-destructive' : 'border-border')}>
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
      <div className="absolute inset-0 flex items-center justify-center">
        {error ? (
          <button
            type="button"
            aria-label={`Retry ${file.name}`}
            onClick={onRetry}
            className={buttonStyles({ variant: 'destructive', size: 'icon' })}
          >
            <RotateCw aria-hidden="true" />
          </button>
        ) : (
          <TransferState
            started={started}
            paused={isPaused ?? false}
            gone={isGhost}
            online={online}
            percent={percent}
          />
        )}
      </div>
      <RemoveButton name={file.name} onClick={onRemove} />
    </li>
  )
}

type TransferStateProps = { started: boolean; paused: boolean; gone: boolean; online: boolean; percent: number }

function TransferState({ started, paused, gone, online, percent }: TransferStateProps) {
  if (gone) return <span className={stateStyles}>Choose again</span>
  if (!started) return <span className={stateStyles}>Not sent yet</span>
  if (paused) return <IconLabel icon={Pause} word="Paused" className={stateStyles} />
  if (!online) return <IconLabel icon={CloudOff} word="Waiting" className={stateStyles} />
  return <span className={stateStyles}>{percent}%</span>
}

const captionTones = {
  good: 'bg-success-soft text-success',
  bad: 'bg-destructive-soft text-destructive',
  quiet: 'bg-raised text-muted-foreground',
}

type SlotCaptionProps = { icon: LucideIcon; tone: 'good' | 'bad' | 'quiet'; children: ReactNode }

function SlotCaption({ icon: Icon, tone, children }: SlotCaptionProps) {
  return (
    <span
      className={cn(
        'absolute inset-x-0 bottom-0 flex items-start gap-1 px-1.5 py-1 text-xs font-semibold wrap-anywhere',
        captionTones[tone],
      )}
    >
      <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </span>
  )
}
