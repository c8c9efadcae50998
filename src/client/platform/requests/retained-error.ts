import { useState } from 'react'

interface FailedQuery {
  data: unknown
  error: Error | null
  isFetching: boolean
  errorUpdateCount: number
}

/**
 * Keeps a query's error during a retry. The library clears it, which would replace the pressed button by a skeleton
 * and lose the focus.
 */
export function useRetainedError({ data, error, isFetching, errorUpdateCount }: FailedQuery): Error | null {
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  if (data !== undefined) return null
  // The count belongs to the query, so it restarts after a change of the key.
  return error ?? (isFetching && errorUpdateCount > 0 ? last : null)
}
