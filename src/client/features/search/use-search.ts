import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { groupResults } from './found-entries.ts'
import { searchAnswer } from './queries.ts'

const pauseInTyping = 150

/** Groups found by the server; `isBehind` while they belong to an earlier text. */
export function useSearch(typed: string, isAdmin: boolean) {
  const wanted = isWorthAsking(typed) ? typed : ''
  const q = useDebounced(wanted, pauseInTyping)
  const { data, isPlaceholderData, error } = useQuery(searchAnswer(q))
  const isBehind = wanted !== '' && (q !== wanted || (!error && (data === undefined || isPlaceholderData)))
  const groups = wanted !== '' && data ? groupResults({ results: data, q, isAdmin }) : []
  return { groups, isBehind, hasFailed: wanted !== '' && error !== null && !isBehind }
}

/** One letter finds almost everything, but one sign of Chinese is a name. */
const isWorthAsking = (typed: string) => typed.length > 1 || /[^\p{ASCII}]/u.test(typed)

function useDebounced(value: string, pause: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
