import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AroundNavHandler, Router } from 'wouter'
import { Toaster } from '#client/ui/toasts/toaster.tsx'
import { loadApp } from './load-app.ts'

interface Props {
  children: ReactNode
  /** The address, where there is no browser to ask. */
  ssrPath?: string
  onHydrated?: () => void
}

/**
 * Around a page that came with its content in the HTML. Server and browser render the same tree. The rest of the product is fetched
 * when somebody points at a link or follows it, and then takes the place of the page.
 */
export function RenderedPage({ children, ssrPath, onHydrated }: Props) {
  const [App, setApp] = useState<ComponentType>()
  const [isHydrated, setHydrated] = useState(false)
  useHydrated(() => {
    setHydrated(true)
    onHydrated?.()
  })
  usePreloading(App === undefined)
  useOtherAddress(() => {
    // The address changed by other means, so this page is not that of the new address.
    loadApp().then(
      (app) => setApp(() => app.App),
      () => location.reload(),
    )
  })
  const isRestored = useIsRestored()
  if (App) return <App />

  const navigate: AroundNavHandler = (go, to, options) => {
    if (isRestored.current) return location.assign(to)
    loadApp().then(
      (app) =>
        // In one step: the page that is left must not see the new address.
        flushSync(() => {
          setApp(() => app.App)
          go(to, options)
        }),
      // The browser follows the link by itself.
      () => location.assign(to),
    )
  }
  return (
    <Router aroundNav={navigate} {...(ssrPath ? { ssrPath } : {})}>
      {children}
      {isHydrated && <Toaster />}
    </Router>
  )
}

/** A page brought back by the browser itself: who was signed in when it was made may not be any more, so the server is asked anew. */
function useIsRestored() {
  const isRestored = useRef(false)
  useEffect(() => {
    const note = ({ persisted }: PageTransitionEvent) => {
      isRestored.current ||= persisted
    }
    addEventListener('pageshow', note)
    return () => removeEventListener('pageshow', note)
  }, [])
  return isRestored
}

/** Calls back when the address has become another one without a link of this page. */
function useOtherAddress(act: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it does never changes
  useEffect(() => {
    const first = location.pathname
    const checkAddress = () => location.pathname !== first && act()
    // The router sends the last two.
    const changes = ['popstate', 'pushState', 'replaceState']
    for (const change of changes) addEventListener(change, checkAddress)
    return () => {
      for (const change of changes) removeEventListener(change, checkAddress)
    }
  }, [])
}

function useHydrated(act: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: hydrated once
  useLayoutEffect(act, [])
}

/** A link somebody points at or tabs to is probably followed: what it needs is fetched before the click. */
function usePreloading(isEnabled: boolean) {
  useEffect(() => {
    if (!isEnabled) return
    const preload = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
      if (link?.origin !== location.origin || link.pathname === location.pathname) return
      loadApp().then(
        (app) => app.preloadPage(link),
        () => undefined,
      )
    }
    for (const sign of signs) document.addEventListener(sign, preload, { passive: true })
    return () => {
      for (const sign of signs) document.removeEventListener(sign, preload)
    }
  }, [isEnabled])
}

const signs = ['pointerover', 'touchstart', 'focusin']
