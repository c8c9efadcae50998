import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter/use-browser-location'
import { dateKey, useNow } from '#client/platform/formats/dates.ts'
import { type PeriodChoice, readPeriodChoice, toPeriodQuery, toSearch } from '../period-choice.ts'
import { analyticsOverview } from '../queries.ts'

/** The period is in the address, so it can be shared, and the back button undoes a choice. */
export function useChosenPeriod() {
  const today = dateKey(useNow())
  const choice = readPeriodChoice(useSearch())
  const period = toPeriodQuery(choice, today)
  const overview = useQuery(analyticsOverview(period))
  const days = overview.data?.days
  return {
    today,
    choice,
    choose: (next: PeriodChoice) => {
      const { pathname, hash } = window.location
      history.pushState(null, '', `${pathname}${toSearch(next)}${hash}`)
    },
    /** As requested; the server fills in the rest. */
    period,
    /** The period of the loaded numbers. */
    displayed: { from: days?.[0]?.date ?? today, to: days?.at(-1)?.date ?? today },
    overview,
  }
}
