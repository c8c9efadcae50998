import type { Boot } from '#contract/boot.ts'

/** The server writes who is signed in into the page, so that the first screen needs no second request. */
export function boot(): Boot | undefined {
  if (typeof document === 'undefined') return undefined
  const source = document.getElementById('boot')?.textContent
  return source ? (JSON.parse(source) as Boot) : undefined
}

/** The worker kept this page and opened it where no answer came: who is signed in is not written into it. */
export const isKeptPage = () =>
  typeof document !== 'undefined' && document.getElementById('boot')?.hasAttribute('data-kept') === true
