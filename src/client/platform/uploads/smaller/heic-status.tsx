import { ImageDown } from 'lucide-react'
import { Button } from '#client/ui/buttons/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'

interface Props {
  /** How many photos are being turned into JPEG. */
  converting: number
  onStop: () => void
  className?: string
}

/** The region is always there, so that it is read out. */
export function HeicStatus({ converting, onStop, className }: Props) {
  return (
    <div role="status" className="contents">
      {converting > 0 && (
        <Notice
          icon={ImageDown}
          tone="info"
          className={className}
          actions={
            <Button size="sm" variant="outline" aria-label="Stop turning HEIC into JPEG" onClick={onStop}>
              Stop
            </Button>
          }
        >
          {`Turning ${converting} HEIC ${converting === 1 ? 'photo' : 'photos'} into JPEG…`}
        </Notice>
      )}
    </div>
  )
}
