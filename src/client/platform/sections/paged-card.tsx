import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { cn } from '#client/ui/cn.ts'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card, CardHeader } from '#client/ui/layout/card.tsx'
import { Pager } from '#client/ui/lists/pager.tsx'
import { QuerySection } from './query-section.tsx'

interface PagedCardProps<Item> {
  title: string
  description?: ReactNode
  action?: ReactNode
  /** Controls between the heading and the list. */
  filter?: ReactNode
  query: UseQueryResult<{ items: Item[]; total: number }>
  /** Counted from 1. */
  page: number
  /** Items per page. */
  size: number
  onTurn: (page: number) => void
  /** Name of the items, in the plural. */
  things: string
  /** Height class of an item while the list loads. */
  rowHeight: string
  /** Height class of a full list, so that nothing below moves when the items arrive. */
  reserved?: string
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** A short list in a card, one page at a time. A failed call takes only this card. */
export function PagedCard<Item>(props: PagedCardProps<Item>) {
  const { title, description, action, filter, query, page, size, onTurn, things } = props
  const titleId = useId()
  return (
    <Card aria-labelledby={titleId} className="flex flex-col">
      <CardHeader title={<span id={titleId}>{title}</span>} description={description} action={action} />
      {filter}
      <div className={cn('border-t border-border', props.reserved)}>
        <QuerySection
          query={query}
          failure={`Couldn’t load ${things}.`}
          skeleton={<RowSkeletons label={`Loading ${things}…`} rows={size} height={props.rowHeight} />}
        >
          {({ items }) =>
            items.length === 0 ? (
              <div className="px-5 py-4 text-muted-foreground">{props.empty}</div>
            ) : (
              <div
                aria-busy={query.isPlaceholderData}
                className={cn('transition-opacity', query.isPlaceholderData && 'opacity-60 delay-150')}
              >
                {props.children(items)}
              </div>
            )
          }
        </QuerySection>
      </div>
      <Pager
        page={page}
        size={size}
        total={query.data?.total ?? 0}
        things={things}
        onTurn={onTurn}
        className="border-t border-border px-5 py-2"
      />
    </Card>
  )
}

function RowSkeletons({ label, rows, height }: { label: string; rows: number; height: string }) {
  return (
    <Loading label={label} className="divide-y divide-border">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey rows are all the same.
        <div key={row} className={cn('flex items-center gap-4 px-5', height)}>
          <span className="flex-1">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="mt-2 h-3 w-2/5" />
          </span>
          <Skeleton className="h-6 w-16" />
        </div>
      ))}
    </Loading>
  )
}
