import { ImageDown } from 'lucide-react'
import { Button } from '#client/ui/buttons/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'

interface Props {
  /** Number of photos being converted to JPEG. */
  converting: number
  onStop: () => void
  className?: string
}

/** The live region is always rendered, so that screen readers announce it. */
export function HeicStatus({ converting, onStop, className }: Props) {
  return (
    <div role="status" className="contents">
      {converting > 0 && (
        <Notice
          icon={ImageDown}
          tone="info"
          className={className}
          actions={
            <Button size="sm" variant="outline" aria-label="Stop converting" onClick={onStop}>
              Stop
            </Button>
          }
        >
          {`Converting ${converting} ${converting === 1 ? 'photo' : 'photos'}…`}
        </Notice>
      )}
    </div>
  )
}
