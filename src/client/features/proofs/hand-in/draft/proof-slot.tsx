import {
  Check,
  CloudOff,
  Film,
  Hourglass,
  Image,
  type LucideIcon,
  Pause,
  Plus,
  RotateCw,
  TriangleAlert,
  X,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { UploadFile } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import { useIsOnline } from '#client/platform/uploads/use-is-online.ts'
import { buttonStyles } from '#client/ui/buttons/button-styles.ts'
import { cn } from '#client/ui/cn.ts'
import { type Kind, kindOf, kinds } from '../../files/kinds.ts'
import type { StoredFile } from './draft-state.ts'
import { type SlotActions, SlotMenu } from './slot-menu.tsx'
import './proof-slot.css'

export const box = 'relative flex aspect-square min-w-0 flex-col overflow-hidden rounded-md'

type EmptyProps = { number: number; kind: Kind; isNext: boolean; disabled: boolean; onAdd: () => void }

/** An empty slot. Each one adds a file; the next one is highlighted. */
export function EmptySlot({ number, kind, isNext, disabled, onAdd }: EmptyProps) {
  const look = isNext ? 'border-primary-text text-primary-text' : 'border-control text-muted-foreground'
  return (
    <li className="flex aspect-square min-w-0">
      <button
        type="button"
        disabled={disabled}
        aria-label={`Add ${kinds[kind].one} ${number}`}
        onClick={onAdd}
        className={cn(
          'empty-slot hover:border-primary-text hover:bg-accent hover:text-primary-text active:bg-accent',
          look,
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
      <Picture sources={[file.preview, file.thumbnailUrl ?? undefined]} type={file.type} dimmed={tone !== 'good'} />
      <Word icon={icon} tone={tone}>
        <span className="sr-only">{file.fileName}: </span>
        {word}
        <Sender file={file} />
      </Word>
      {!isBad && <SlotMenu name={file.fileName} {...actions} />}
      <Remove name={file.fileName} onClick={onRemove} />
    </li>
  )
}

/** Name of the teammate who added the file; empty when the company's account added it. */
function Sender({ file: { addedBy, senderName } }: { file: StoredFile }) {
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
      <Picture sources={[file.preview, file.thumbnailUrl ?? undefined]} type={file.type} />
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
      <Remove name={file.fileName} onClick={onRemove} />
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
      <Picture sources={[preview, file.preview]} type={file.type} dimmed />
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
          <State started={started} paused={isPaused ?? false} gone={isGhost} online={online} percent={percent} />
        )}
      </div>
      <Remove name={file.name} onClick={onRemove} />
    </li>
  )
}

export const stateStyles =
  'inline-flex items-center gap-1 rounded-sm bg-raised px-1.5 py-0.5 text-sm font-semibold tabular-nums text-foreground'

type StateProps = { started: boolean; paused: boolean; gone: boolean; online: boolean; percent: number }

function State({ started, paused, gone, online, percent }: StateProps) {
  if (gone) return <span className={stateStyles}>Choose again</span>
  if (!started) return <span className={stateStyles}>Not sent yet</span>
  if (paused) return <Sign icon={Pause} word="Paused" className={stateStyles} />
  if (!online) return <Sign icon={CloudOff} word="Waiting" className={stateStyles} />
  return <span className={stateStyles}>{percent}%</span>
}

export function Sign({ icon: Icon, word, className }: { icon: LucideIcon; word: string; className: string }) {
  return (
    <span className={className}>
      <Icon aria-hidden="true" className="size-3.5" />
      {word}
    </span>
  )
}

/** Displays the first source that loads, or an icon if none does. */
export function Picture({
  sources,
  type,
  dimmed,
}: {
  sources: (string | undefined)[]
  type: string
  dimmed?: boolean
}) {
  const [broken, setBroken] = useState<string[]>([])
  const source = sources.find((given) => given && !broken.includes(given))
  const Icon = kindOf(type) === 'video' ? Film : Image
  if (!source) {
    return (
      <span className="flex flex-1 items-center justify-center">
        <Icon aria-hidden="true" className="size-8 text-muted-foreground" />
      </span>
    )
  }
  return (
    <img
      src={source}
      alt=""
      onError={() => setBroken([...broken, source])}
      className={cn('size-full object-cover', dimmed && 'opacity-50')}
    />
  )
}

const wordTones = {
  good: 'bg-success-soft text-success',
  bad: 'bg-destructive-soft text-destructive',
  quiet: 'bg-raised text-muted-foreground',
}

type WordProps = { icon: LucideIcon; tone: 'good' | 'bad' | 'quiet'; children: ReactNode }

function Word({ icon: Icon, tone, children }: WordProps) {
  return (
    <span
      className={cn(
        'absolute inset-x-0 bottom-0 flex items-start gap-1 px-1.5 py-1 text-xs font-semibold wrap-anywhere',
        wordTones[tone],
      )}
    >
      <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </span>
  )
}

export function Remove({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove ${name}`}
      onClick={onClick}
      className="group absolute top-0 right-0 flex size-8 items-start justify-end p-1 focus-visible:outline-none pointer-coarse:size-11"
    >
      <span className="flex size-6 items-center justify-center rounded-full border bg-raised text-foreground outline-ring group-hover:bg-accent group-focus-visible:outline-2">
        <X aria-hidden="true" className="size-4" />
      </span>
    </button>
  )
}
