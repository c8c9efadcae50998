import { useState } from 'react'
import { cn } from '../cn.ts'

interface AvatarProps {
  name: string
  src?: string | null
  /** Colours of the initials; gray by default. */
  colors?: { backgroundColor: string; color: string }
  size?: 'sm' | 'md' | 'lg'
  className?: string
}

const sizes = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-16 text-xl' }

/** The logo, or initials without a loadable one. Decorative: the name is beside it. */
export function Avatar({ name, src, colors, size = 'md', className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const frame = cn(
    'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-md',
    sizes[size],
    className,
  )
  if (src && src !== broken) {
    return (
      <span aria-hidden="true" className={cn(frame, 'border border-border bg-white')}>
        <img src={src} alt="" loading="lazy" className="size-full object-contain" onError={() => setBroken(src)} />
      </span>
    )
  }
  return (
    <span
      aria-hidden="true"
      style={colors}
      className={cn(frame, 'font-display font-bold', !colors && 'bg-accent text-foreground')}
    >
      {initials(name)}
    </span>
  )
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words.at(0), words.at(-1)] : [words.at(0)]
  return picked.map((word) => Array.from(word ?? '?')[0]?.toUpperCase()).join('')
}
