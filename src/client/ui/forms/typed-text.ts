import { type FocusEvent, useEffect, useRef } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

// Choices and searches are quickly redone; files have separate rules.
const notTyped = ['search', 'checkbox', 'radio', 'range', 'color', 'file', 'hidden', 'button', 'submit', 'reset']

const isTextControl = (target: EventTarget): target is TextControl =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !notTyped.includes(target.type) && target.role !== 'combobox')

/** Detects typed, still present text below the element with `onFocusCapture`. */
export function useTypedText(open: boolean) {
  const valuesBefore = useRef(new Map<TextControl, string>())
  useEffect(() => {
    if (open) return
    valuesBefore.current.clear()
  }, [open])

  function onFocusCapture({ target }: FocusEvent) {
    if (isTextControl(target) && !valuesBefore.current.has(target)) valuesBefore.current.set(target, target.value)
  }
  const hasTypedText = () =>
    [...valuesBefore.current].some(([control, before]) => control.isConnected && control.value !== before)

  return { onFocusCapture, hasTypedText }
}
