import { cn } from '#client/ui/cn.ts'

interface Props {
  names: readonly string[]
  onInsert: (name: string) => void
  className?: string
}

/** Buttons that insert the available placeholders. */
export function PlaceholderButtons({ names, onInsert, className }: Props) {
  return (
    <div className={cn('flex flex-wrap items-center gap-1.5', className)}>
      <span className="mr-1 text-sm font-semibold">Insert</span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          onClick={() => onInsert(name)}
          className="inline-flex min-h-8 items-center rounded-sm border border-control bg-raised px-2 font-mono text-sm hover:bg-accent pointer-coarse:min-h-11"
        >{`{${name}}`}</button>
      ))}
    </div>
  )
}
