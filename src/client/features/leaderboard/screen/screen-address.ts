import { useSearch } from 'wouter/use-browser-location'
import { navigateFromPage } from '#client/ui/overlays/overlay-history.ts'

/** The big screen is a mode of the opening page, at `?screen=1`. The back button closes it. */
export function useScreenAddress() {
  const open = new URLSearchParams(useSearch()).get('screen') === '1'
  return { open, enter, leave: () => navigateFromPage(leave) }
}

function enter() {
  const params = new URLSearchParams(location.search)
  params.set('screen', '1')
  history.pushState({ enteredScreen: true }, '', `${location.pathname}?${params}${location.hash}`)
}

function leave() {
  const { state } = history as { state: { enteredScreen?: boolean } | null }
  if (state?.enteredScreen) return history.back()
  const params = new URLSearchParams(location.search)
  params.delete('screen')
  history.replaceState(null, '', `${location.pathname}${params.size ? `?${params}` : ''}${location.hash}`)
}
