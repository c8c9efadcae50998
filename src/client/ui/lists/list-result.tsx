import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { cn } from '../cn.ts'
import { SubjectName } from '../display/subject-name.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'

interface ListResultProps<Item> {
  /** Undefined until the first answer. */
  items: Item[] | undefined
  /** Error sentence when there is no data. */
  failure: string | undefined
  /** True while the items are from the previous view. */
  outdated: boolean
  onRetry: () => void
  retrying: boolean
  q: string
  page: number
  onClear: () => void
  onFirstPage: () => void
  skeleton: ReactNode
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** All states of a list: loading, failed, empty, no results, beyond the last page, and rows. */
export function ListResult<Item>(props: ListResultProps<Item>) {
  const { items, failure, q, page } = props
  if (failure !== undefined) {
    return <ErrorState description={failure} onRetry={props.onRetry} retrying={props.retrying} className={frame} />
  }
  if (!items) return props.skeleton
  if (items.length > 0) {
    return (
      <div aria-busy={props.outdated} className={cn('transition-opacity', props.outdated && 'opacity-60 delay-150')}>
        {props.children(items)}
      </div>
    )
  }
  if (page > 1) {
    return (
      <EmptyState
        icon={SearchX}
        title={`There is no page ${page}`}
        description="This list has fewer pages now."
        action={<Button onClick={props.onFirstPage}>Go to the first page</Button>}
        className={frame}
      />
    )
  }
  if (!q) return <div className={frame}>{props.empty}</div>
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing found"
      description={
        <>
          Nothing here matches “<SubjectName>{q}</SubjectName>”.
        </>
      }
      action={
        <Button variant="outline" onClick={props.onClear}>
          Clear search
        </Button>
      }
      className={frame}
    />
  )
}

const frame = 'rounded-lg border border-border bg-surface'
