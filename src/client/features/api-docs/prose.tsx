import { cn } from '#client/ui/cn.ts'

/** Paragraphs with inline `code`: the only Markdown that the document has. */
export function Prose({ children, className }: { children: string; className?: string }) {
  return (
    <div className={cn('flex max-w-prose flex-col gap-2', className)}>
      {children.split('\n\n').map((paragraph) => (
        <p key={paragraph} className="wrap-anywhere">
          {paragraph.split(/`([^`]+)`/).map((part, nth) =>
            // After the split, every second part was between backticks.
            nth % 2 === 1 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
              <code key={nth} className="rounded-sm bg-sunken px-1 py-0.5 text-[0.9em]">
                {part}
              </code>
            ) : (
              part
            ),
          )}
        </p>
      ))}
    </div>
  )
}
