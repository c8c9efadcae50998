import { useEffect, useEffectEvent } from 'react'

export const reviewFrameId = 'review-mode'

/** True: it was for us, and nobody else shall act on it. */
type Handler = (key: string, target: Element) => boolean

/**
 * Keys of review mode. Not while somebody types, not in a dialog on top of it, and a held key acts once. Heard before anybody
 * else, so that Escape closes the large picture and not the mode.
 */
export function useReviewKeys(handle: Handler) {
  const handled = useEffectEvent(handle)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const target = event.target instanceof Element ? event.target : document.body
      const inFrame = target === document.body || target.closest(`#${reviewFrameId}`)
      if (!inFrame || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.repeat && !event.key.startsWith('Arrow')) return
      if (target.closest('input:not([type=checkbox]), textarea, select') && event.key !== 'Escape') return
      if (!handled(event.key, target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}
