import { useSearch } from 'wouter/use-browser-location'

export interface ListView {
  q: string
  /** A column's name, with `-` before it for descending. */
  sort: string
  /** Counted from 1. */
  page: number
}

const longestSearch = 200

/** What of a list is shown lives in the address: it can be shared, and the back button undoes it. */
export function useListAddress(orders: readonly string[], usual: string) {
  const params = new URLSearchParams(useSearch())
  const wanted = params.get('sort') ?? usual
  const view: ListView = {
    q: (params.get('q') ?? '').slice(0, longestSearch),
    sort: orders.includes(wanted.replace(/^-/, '')) ? wanted : usual,
    page: Math.min(Math.max(1, Math.trunc(Number(params.get('page'))) || 1), 100_000),
  }

  function show(changes: Partial<ListView>, replace = false) {
    const next = { ...view, ...changes }
    const query = new URLSearchParams()
    if (next.q) query.set('q', next.q)
    if (next.sort !== usual) query.set('sort', next.sort)
    if (next.page > 1) query.set('page', String(next.page))
    const { pathname, hash } = window.location
    const address = `${pathname}${query.size ? `?${query}` : ''}${hash}`
    history[replace ? 'replaceState' : 'pushState'](null, '', address)
  }

  return {
    ...view,
    // Every pause while typing is a search; only the first of them is a step back.
    search: (q: string) => show({ q, page: 1 }, view.q !== ''),
    sortBy: (sort: string) => show({ sort, page: 1 }),
    turnTo: (page: number) => show({ page }),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>

export const rowsPerPage = 50

/** A view in the words of the contract's `page` query. */
export const asPage = ({ q, sort, page }: ListView) => ({
  ...(q ? { q } : {}),
  sort,
  limit: rowsPerPage,
  cursor: (page - 1) * rowsPerPage,
})
