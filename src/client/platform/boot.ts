import type { Boot } from '#contract/boot.ts'

/** Data that the server writes into the page, so that the first screen needs no second request. */
export function boot(): Boot | undefined {
  if (typeof document === 'undefined') return undefined
  const source = document.getElementById('boot')?.textContent
  return source ? (JSON.parse(source) as Boot) : undefined
}

/** True for the worker's offline copy of the page, which has no user in it. */
export const isKeptPage = () =>
  typeof document !== 'undefined' && document.getElementById('boot')?.hasAttribute('data-kept') === true
