import { useEffect } from 'react'
import { findPage, type Role } from '../pages.ts'

/** A link somebody points at or tabs to is probably followed: its page is fetched before the click. */
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

/** For a page that is outside the app's own router. */
export function preloadPage({ pathname }: Pick<URL, 'pathname'>) {
  findPage('visitor', pathname)?.View.preload()
}
