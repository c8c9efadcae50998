import { useEffect } from 'react'
import { findPage, type Role } from '../pages.ts'

/** Preloads the page of a link on hover or focus, before the click. */
export function usePreloading(role: Role | undefined) {
  useEffect(() => {
    if (!role) return
    const preload = (event: Event) => preloadTarget(event.target, role)
    for (const sign of signs) document.addEventListener(sign, preload, { passive: true })
    return () => {
      for (const sign of signs) document.removeEventListener(sign, preload)
    }
  }, [role])
}

const signs = ['pointerover', 'touchstart', 'focusin']

function preloadTarget(target: EventTarget | null, role: Role) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (link?.origin === location.origin) findPage(role, link.pathname + link.search)?.View.preload()
}

/** Preloads a visitor page for code outside the app's router. */
export function preloadPage({ pathname }: Pick<URL, 'pathname'>) {
  findPage('visitor', pathname)?.View.preload()
}
