import { FileWarning, type LucideIcon, VideoOff } from 'lucide-react'
import { useEffect } from 'react'
import { cn } from '#client/ui/cn.ts'

const states = {
  preparing: { icon: FileWarning, text: 'Being prepared' },
  failed: { icon: FileWarning, text: 'Did not load' },
  unplayable: { icon: VideoOff, text: 'Can’t be played here' },
} satisfies Record<string, { icon: LucideIcon; text: string }>

interface FilePlaceholderProps {
  state: keyof typeof states
  alt: string
  /** An image of the file, drawn faintly behind the text. */
  poster?: string | null
  className?: string | undefined
  onShown?: (() => void) | undefined
}

/** Replaces a file that cannot be displayed and gives the reason; in a small box only screen readers get the text. */
export function FilePlaceholder({ state, alt, poster, className, onShown }: FilePlaceholderProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it appears.
  useEffect(() => onShown?.(), [])
  const { icon: Icon, text } = states[state]
  return (
    <span className={cn('@container relative flex', className)}>
      {poster && <img src={poster} alt="" className="absolute inset-0 size-full object-contain opacity-40" />}
      <span className="relative flex flex-1 flex-col items-center justify-center gap-1 p-1 text-center text-sm text-muted-foreground">
        <Icon aria-hidden="true" className="size-6 shrink-0" />
        {alt && <span className="sr-only">{alt}: </span>}
        <span className="sr-only @min-[6rem]:not-sr-only">{text}</span>
      </span>
    </span>
  )
}
