import { remember } from '#client/platform/session/session-storage.ts'

/** Saves text that was typed before hydration; returns a function that restores the focus. */
export function keepTypedEarly(root: HTMLElement): () => void {
  const form = root.querySelector<HTMLFormElement>('form[data-keep]')
  if (!form) return () => undefined
  const typed = Object.fromEntries([...new FormData(form)].filter(([name]) => name !== ''))
  if (Object.values(typed).some((value) => value !== '')) remember(form.dataset.keep ?? '', JSON.stringify(typed))
  const focused = document.activeElement
  if (!(focused instanceof HTMLInputElement) || !form.contains(focused)) return () => undefined
  const { name, type, selectionStart, selectionEnd } = focused
  return () => {
    const same = root.querySelector<HTMLInputElement>(`form[data-keep] [name="${name}"]`)
    same?.focus({ preventScroll: true })
    // Email fields have no selection range.
    if (type !== 'email') same?.setSelectionRange(selectionStart, selectionEnd)
  }
}
