import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AroundNavHandler, Router } from 'wouter'
import { Toaster } from '#client/ui/toasts/toaster.tsx'
import { loadApp } from './load-app.ts'

interface Props {
  children: ReactNode
  /** The address during server rendering. */
  ssrPath?: string
  onHydrated?: () => void
}

/**
 * Hydrates a server-rendered page with the same tree. The full app is preloaded on hover or focus of a link, and
 * replaces the page on navigation.
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
    // The address changed without a link, so this page no longer matches it.
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
        // Synchronous, so that the old page never renders with the new address.
        flushSync(() => {
          setApp(() => app.App)
          go(to, options)
        }),
      // Fall back to the browser's navigation.
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

/**
 * Detects a page restored from the back-forward cache: the session may have changed, so the server is queried again.
 */
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

/** Calls back when the address changes without a link of this page. */
function useOtherAddress(act: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it does never changes
  useEffect(() => {
    const first = location.pathname
    const checkAddress = () => location.pathname !== first && act()
    // The router dispatches `pushState` and `replaceState`.
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

/** Preloads on hover or focus of a link, before the click. */
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
