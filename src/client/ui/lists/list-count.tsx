const count = new Intl.NumberFormat('en')

export interface ListCountProps {
  /** Undefined while unknown; the space is reserved. */
  total: number | undefined
  things: [one: string, many: string]
  found?: boolean
}

/** Number of items or results; announced when a search changes it. */
export function ListCount({ total, things, found = false }: ListCountProps) {
  const [one, many] = things
  return (
    <p role="status" className="min-h-5 text-sm whitespace-nowrap text-muted-foreground tabular-nums">
      {total !== undefined && `${count.format(total)} ${total === 1 ? one : many}${found ? ' found' : ''}`}
    </p>
  )
}
