import { useSearch } from 'wouter/use-browser-location'
import { type PeriodChoice, readPeriodChoice, toSearch } from '../period-choice.ts'

/** The period lives in the address: it can be shared, and the back button undoes a choice. */
export function usePeriodUrl() {
  const search = useSearch()
  return {
    choice: readPeriodChoice(search),
    choose: (choice: PeriodChoice) =>
      history.pushState(null, '', `${window.location.pathname}${toSearch(choice)}#analytics`),
  }
}
