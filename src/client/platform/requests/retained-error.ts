import { useState } from 'react'

interface FailedQuery {
  data: unknown
  error: Error | null
  isFetching: boolean
  errorUpdateCount: number
}

/**
 * Why a query has nothing to show. The library forgets the error as soon as it asks again; the button that was pressed would be replaced
 * by a skeleton and take the focus with it.
 */
export function useRetainedError({ data, error, isFetching, errorUpdateCount }: FailedQuery): Error | null {
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  if (data !== undefined) return null
  // The count is the query's own: after a change of its key nothing has failed yet.
  return error ?? (isFetching && errorUpdateCount > 0 ? last : null)
}
