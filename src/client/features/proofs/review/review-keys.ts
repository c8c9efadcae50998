import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { HelpKey, HelpKeyGroup } from '#client/platform/help/help-keys.ts'
import { areSingleKeysOn, useSingleKeys } from '#client/platform/help/single-keys.ts'
import { rejectionReasons } from '#contract/proofs/rejection-reasons.ts'

export const reviewFrameId = 'review-mode'

/** True where the keys below work: in review mode, not in the dialog. */
export const ReviewKeysContext = createContext(false)

/** True if controls show their keys. */
export function useKeyHints(): boolean {
  const singleKeys = useSingleKeys()
  return use(ReviewKeysContext) && singleKeys
}

const reasons = rejectionReasons.length

/** Every action of the review, in the order of the help. */
const actions = {
  approve: { keys: ['A'], what: 'Approve' },
  reject: { keys: ['R'], what: 'Reject, with the reasons you picked' },
  pickReason: { keys: ['1', String(reasons)], range: true, what: 'Pick a reason' },
  writeReason: { keys: [String(reasons + 1)], what: 'Write your own reason' },
  markFile: { keys: ['F'], what: 'This file needs a fix; the reasons are then its own' },
  sendBack: { keys: ['S'], what: 'Send back, so that the marked files are replaced' },
  compare: { keys: ['C'], what: 'Compare with the proof that has the same photo' },
  undo: { keys: ['U'], what: 'Undo, for 10 seconds' },
  next: { keys: ['J'], what: 'Next proof, without deciding' },
  previous: { keys: ['K'], what: 'Previous proof' },
  selectFile: { keys: ['←', '→', '↑', '↓'], what: 'Between the files' },
  resizeFile: { keys: ['Enter', 'Space'], what: 'Full size and back' },
  help: { keys: ['?'], what: 'This help' },
  goBack: { keys: ['Esc'], what: 'Back, step by step' },
} satisfies Record<string, HelpKey>

type Action = keyof typeof actions

/** Names in the help for keys that the browser names differently. */
const labels: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
  Escape: 'Esc',
}
const labelOf = (key: string) => labels[key] ?? (key.length === 1 ? key.toUpperCase() : key)

/** True for a single character. Enter, Escape and the arrows have longer names; Space presses the focused control. */
const isCharacter = (key: string) => key.length === 1 && key !== ' '

export const reviewKeys: HelpKeyGroup[] = [
  {
    keys: Object.values(actions).map((action: HelpKey) => ({
      ...action,
      single: action.keys.every((label) => isCharacter(label) && !Object.values(labels).includes(label)),
    })),
  },
]

function findAction(label: string): Action | undefined {
  if (/^[1-9]$/.test(label) && label !== String(reasons + 1)) return 'pickReason'
  return (Object.keys(actions) as Action[]).find((name) => (actions[name].keys as string[]).includes(label))
}

/** False leaves the key to other listeners. */
type Handler = (label: string, target: Element) => unknown

/**
 * Keys of review mode, ignored during typing, in a dialog, and on key repeat. The listener runs first, so that Escape
 * closes the large picture and not the mode.
 */
export function useReviewKeys(handlers: Partial<Record<Action, Handler>>) {
  const run = useEffectEvent((key: string, target: Element) => {
    const action = findAction(labelOf(key))
    const handler = action && handlers[action]
    return handler !== undefined && handler(labelOf(key), target) !== false
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const target = event.target instanceof Element ? event.target : document.body
      const inFrame = target === document.body || target.closest(`#${reviewFrameId}`)
      if (!inFrame || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.repeat && !event.key.startsWith('Arrow')) return
      if (target.closest('input:not([type=checkbox]), textarea, select') && event.key !== 'Escape') return
      if (isCharacter(event.key) && !areSingleKeysOn()) return
      if (!run(event.key, target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}
