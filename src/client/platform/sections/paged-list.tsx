import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { SearchInput } from '#client/ui/forms/search-input.tsx'
import { ListCount, type ListCountProps } from '#client/ui/lists/list-count.tsx'
import { ListResult } from '#client/ui/lists/list-result.tsx'
import { ListToolbar } from '#client/ui/lists/list-toolbar.tsx'
import { Pager } from '#client/ui/lists/pager.tsx'
import { SortSelect, type SortSelectProps } from '#client/ui/lists/sort-select.tsx'
import { sentenceOf } from '../forms.ts'
import { rowsPerPage, type useListUrl } from '../navigation/list-url.ts'
import { useRetainedError } from '../requests/retained-error.ts'

type ListUrl = Omit<ReturnType<typeof useListUrl>, 'activeFilters' | 'filterBy'> & { activeFilters: object }

/** `q` is the search of these rows, which stay while the next ones load. */
type Page<Item> = { items: Item[]; total: number; q?: string }

interface PagedListProps<Item> {
  list: ListUrl
  query: UseQueryResult<Page<Item>>
  /** Rows to render, if they differ from the fetched ones. */
  items?: Item[] | undefined
  things: ListCountProps['things']
  search: { label: string; placeholder: string }
  sortOptions?: SortSelectProps['options']
  /** Elements beside the sort control. */
  filter?: ReactNode
  beforeCount?: ReactNode
  afterCount?: ReactNode
  /** Used if the server gives no sentence. */
  failure: string
  skeleton: ReactNode
  empty: ReactNode
  children: (items: Item[]) => ReactNode
  /** Elements below the pager. */
  footer?: ReactNode
}

/** A list with server-side search, order and paging; its view is in the address. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { list, query, things, search, sortOptions, filter, failure } = props
  const { q, sort, page, activeFilters } = list
  const { data } = query
  const error = useRetainedError(query)
  const top = useRef<HTMLDivElement>(null)

  function turnTo(next: number) {
    list.turnTo(next)
    top.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <div ref={top} className="flex scroll-mt-24 flex-col gap-3">
      <ListToolbar
        search={<SearchInput {...search} value={q} onSearch={list.search} />}
        sort={
          <>
            {filter}
            {sortOptions && <SortSelect sort={sort} options={sortOptions} onSort={list.sortBy} />}
          </>
        }
      >
        {props.beforeCount}
        <ListCount
          total={data?.total}
          things={things}
          found={Boolean(data?.q ?? q) || Object.keys(activeFilters).length > 0}
        />
        {props.afterCount}
      </ListToolbar>
      <ListResult
        items={data && (props.items ?? data.items)}
        failure={error ? sentenceOf(error, failure) : undefined}
        outdated={query.isPlaceholderData}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        q={q}
        page={page}
        onClear={() => list.search('')}
        onFirstPage={() => turnTo(1)}
        skeleton={props.skeleton}
        empty={props.empty}
      >
        {props.children}
      </ListResult>
      <Pager page={page} size={rowsPerPage} total={data?.total ?? 0} things={things[1]} onTurn={turnTo} />
      {props.footer}
    </div>
  )
}
