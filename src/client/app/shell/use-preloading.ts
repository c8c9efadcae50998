import { useEffect } from 'react'
import { type Parser, useRouter } from 'wouter'
import { findPage, pages, type Role } from '../pages.ts'

/** A link somebody points at or tabs to is probably followed: its page is fetched before the click. */
export function usePreloading(role: Role | undefined) {
  const { parser } = useRouter()
  useEffect(() => {
    if (!role) return
    const preload = (event: Event) => preloadTarget(event.target, parser, role)
    for (const sign of signs) document.addEventListener(sign, preload, { passive: true })
    return () => {
      for (const sign of signs) document.removeEventListener(sign, preload)
    }
  }, [role, parser])
}

const signs = ['pointerover', 'touchstart', 'focusin']

function preloadTarget(target: EventTarget | null, parser: Parser, role: Role) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (link?.origin === location.origin) findPage(parser, role, link.pathname, link.search)?.View.preload()
}

/** For a page that is outside the app's own router: the pages it links to have plain addresses. */
export function preloadPage({ pathname }: Pick<URL, 'pathname'>) {
  pages.find(({ path, role }) => path === pathname && role === 'visitor')?.View.preload()
}
