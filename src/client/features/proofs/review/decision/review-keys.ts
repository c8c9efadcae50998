import { useEffect, useEffectEvent } from 'react'
import type { HelpKeyGroup } from '#client/platform/help/help-keys.ts'
import { areSingleKeysOn } from '#client/platform/help/single-keys.ts'
import { rejectionReasons } from '#contract/proofs/rejection-reasons.ts'

export const reviewFrameId = 'review-mode'

export const reviewKeys: HelpKeyGroup[] = [
  {
    keys: [
      { keys: ['A'], what: 'Approve', single: true },
      { keys: ['R'], what: 'Reject, with the reasons you picked', single: true },
      { keys: ['1', String(rejectionReasons.length)], range: true, what: 'Pick a reason', single: true },
      { keys: [String(rejectionReasons.length + 1)], what: 'Write your own reason', single: true },
      { keys: ['F'], what: 'This file needs a fix; the reasons are then its own', single: true },
      { keys: ['S'], what: 'Send back, so that the marked files are replaced', single: true },
      { keys: ['C'], what: 'Compare with the proof that has the same photo', single: true },
      { keys: ['U'], what: 'Undo, for 10 seconds', single: true },
      { keys: ['J'], what: 'Next proof, without deciding', single: true },
      { keys: ['K'], what: 'Previous proof', single: true },
      { keys: ['←', '→', '↑', '↓'], what: 'Between the files' },
      { keys: ['Enter', 'Space'], what: 'Full size and back' },
      { keys: ['?'], what: 'This help', single: true },
      { keys: ['Esc'], what: 'Back, step by step' },
    ],
  },
]

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
      if (isCharacter(event.key) && !areSingleKeysOn()) return
      if (!handled(event.key, target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}

/** Enter, Escape and the arrows have longer names; the space bar presses what has the focus. */
const isCharacter = (key: string) => key.length === 1 && key !== ' '
