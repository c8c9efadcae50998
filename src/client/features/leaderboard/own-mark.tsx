/** Label of the reader's row. */
export function OwnMark() {
  return (
    <span className="inline-flex h-6 shrink-0 items-center rounded-sm bg-foreground px-2 text-sm font-semibold text-background">
      You
    </span>
  )
}
