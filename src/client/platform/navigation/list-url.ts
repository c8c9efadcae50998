import { useSearch } from 'wouter/use-browser-location'

export interface ListView {
  q: string
  /** A column's name, with `-` before it for descending. */
  sort: string
  /** Counted from 1. */
  page: number
}

const longestSearch = 200

/** Filters of a list, by parameter name: the known values, or the form of any value. */
export type Filters = Record<string, readonly string[] | RegExp>
export type ActiveFilters<F extends Filters> = {
  [name in keyof F]?: F[name] extends readonly (infer Value)[] ? Value : string
}

const nothing = {}

/** The view of a list is in the address, so it can be shared, and the back button undoes a change. */
export function useListUrl<const F extends Filters = typeof nothing>(
  orders: readonly string[],
  defaultSort: string,
  filters: F = nothing as F,
) {
  const params = new URLSearchParams(useSearch())
  const requestedSort = params.get('sort') ?? defaultSort
  const view: ListView = {
    q: (params.get('q') ?? '').slice(0, longestSearch),
    sort: orders.includes(requestedSort.replace(/^-/, '')) ? requestedSort : defaultSort,
    page: Math.min(Math.max(1, Math.trunc(Number(params.get('page'))) || 1), 100_000),
  }

  const activeFilters = filtersIn(params, filters)

  function show(changes: Partial<ListView>, replace = false, narrowed: ActiveFilters<F> = activeFilters) {
    const next = { ...view, ...changes }
    const query = new URLSearchParams()
    if (next.q) query.set('q', next.q)
    for (const [name, value] of Object.entries(narrowed)) if (value) query.set(name, value)
    if (next.sort !== defaultSort) query.set('sort', next.sort)
    if (next.page > 1) query.set('page', String(next.page))
    const { pathname, hash } = window.location
    const address = `${pathname}${query.size ? `?${query}` : ''}${hash}`
    history[replace ? 'replaceState' : 'pushState'](null, '', address)
  }

  return {
    ...view,
    activeFilters,
    // Every pause during typing is a search; only the first one adds a history entry.
    search: (q: string) => show({ q, page: 1 }, view.q !== ''),
    filterBy: (filters: ActiveFilters<F>) => show({ page: 1 }, false, filters),
    sortBy: (sort: string) => show({ sort, page: 1 }),
    turnTo: (page: number) => show({ page }),
  }
}

function filtersIn<F extends Filters>(params: URLSearchParams, filters: F): ActiveFilters<F> {
  const known = Object.entries(filters).filter(([name, values]) => {
    const value = params.get(name) ?? ''
    return values instanceof RegExp ? values.test(value) : values.includes(value)
  })
  return Object.fromEntries(known.map(([name]) => [name, params.get(name)])) as ActiveFilters<F>
}

export const rowsPerPage = 50

/** The view as the contract's `page` query. */
export const asPage = ({ q, sort, page }: ListView) => ({ ...(q ? { q } : {}), sort, ...pageQuery(page, rowsPerPage) })

/** A page, counted from 1, as the contract's query. */
export const pageQuery = (page: number, size: number) => ({ limit: size, cursor: (page - 1) * size })
