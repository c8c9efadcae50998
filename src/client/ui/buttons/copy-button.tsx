import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from '../toasts/toast-store.ts'
import { Button, type ButtonProps } from './button.tsx'

interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  text: string
  label?: string
  /** Name of the copied text, for screen readers. */
  what?: string
  /** Toast text if the browser refuses the clipboard. */
  failure: string
  onCopied?: () => void
}

/** Copy button, which reads "Copied!" for two seconds. */
export function CopyButton({
  text,
  label = 'Copy',
  what,
  failure,
  onCopied,
  variant = 'outline',
  ...buttonProps
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      onCopied?.()
    } catch {
      toast({ variant: 'destructive', title: 'Failed to Copy', description: failure })
    }
  }

  return (
    <Button variant={variant} {...buttonProps} onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span>
        <span aria-live="polite">{copied ? 'Copied!' : label}</span>
        {what && <span className="sr-only"> {what}</span>}
      </span>
    </Button>
  )
}
