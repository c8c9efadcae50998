import { Film, Image, type LucideIcon, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cn } from '#client/ui/cn.ts'
import { kindOf } from '../../files/kinds.ts'

export const box = 'relative flex aspect-square min-w-0 flex-col overflow-hidden rounded-md border bg-sunken'

const captionTones = {
  good: 'text-success',
  bad: 'text-destructive',
  quiet: 'text-muted-foreground',
}
export type Tone = keyof typeof captionTones

type SlotProps = {
  isBad?: boolean
  /** Buttons in the corners of the preview. */
  children: ReactNode
  icon?: LucideIcon | undefined
  tone: Tone
  caption: ReactNode
}

/** A preview with its caption below, so that the caption covers nothing of the photo. */
export function Slot({ isBad = false, children, icon: Icon, tone, caption }: SlotProps) {
  return (
    <li className="min-w-0">
      <div className={cn(box, isBad ? 'border-destructive' : 'border-border')}>{children}</div>
      <p className={cn(captionStyles, captionTones[tone])}>
        {Icon && <Icon aria-hidden="true" className="size-3.5 shrink-0" />}
        <span className="min-w-0 truncate">{caption}</span>
      </p>
    </li>
  )
}

/** An empty slot has the same height, so that nothing moves when it is filled. */
export const captionStyles = 'flex h-6 items-center gap-1 text-xs font-semibold tabular-nums'

/** Displays the first source that loads, or an icon if none does. */
export function FilePreview({
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

/** The visible circle of a button in a corner, smaller than its target. */
export const cornerIconStyles =
  'flex size-6 items-center justify-center rounded-full border bg-raised text-foreground outline-ring group-hover:bg-accent group-focus-visible:outline-2'

export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove ${name}`}
      onClick={onClick}
      className="group absolute top-0 right-0 flex size-8 items-start justify-end p-1 focus-visible:outline-none pointer-coarse:size-11"
    >
      <span className={cornerIconStyles}>
        <X aria-hidden="true" className="size-4" />
      </span>
    </button>
  )
}
