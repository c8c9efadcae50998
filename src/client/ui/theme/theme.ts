import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const key = 'theme'
// Background colours repeat styles/tokens.css; public/theme.js sets the same before the first paint.
const ground: Record<Theme, string> = { light: '#fbf6ee', dark: '#150c04' }
const inBrowser = typeof document !== 'undefined'
const system = inBrowser ? matchMedia('(prefers-color-scheme: dark)') : undefined
const listeners = new Set<() => void>()

function stored(): Theme | undefined {
  try {
    const value = localStorage.getItem(key)
    return value === 'light' || value === 'dark' ? value : undefined
  } catch {
    return undefined
  }
}

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function apply(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document.documentElement.style.colorScheme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground[theme])
  for (const listener of listeners) listener()
}

const follow = () => apply(stored() ?? (system?.matches ? 'dark' : 'light'))
system?.addEventListener('change', follow)
// Only other tabs fire this event; a null key means that the storage was cleared.
if (inBrowser)
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) follow()
  })

// Print in the light theme.
if (inBrowser) {
  addEventListener('beforeprint', () => apply('light'))
  addEventListener('afterprint', follow)
}

export function toggleTheme() {
  const next: Theme = currentTheme() === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(key, next)
  } catch {
    // Without storage the choice lasts for this page.
  }
  apply(next)
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    currentTheme,
    () => 'light',
  )
}
