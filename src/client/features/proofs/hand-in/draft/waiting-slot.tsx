import { CloudOff, CloudUpload } from 'lucide-react'
import type { WaitingFile } from '#client/platform/uploads/send/offline-store.ts'
import { useIsOnline } from '#client/platform/uploads/use-is-online.ts'
import { cn } from '#client/ui/cn.ts'
import { box, FilePreview, IconLabel, RemoveButton, stateStyles } from './slot-parts.tsx'

type Props = { file: WaitingFile; preview: string | undefined; onRemove: () => void }

/** A file in the offline queue, which survives closing the app. */
export function WaitingSlot({ file: { name, type, problem }, preview, onRemove }: Props) {
  const online = useIsOnline()
  return (
    <li className={cn(box, 'border bg-sunken', problem ? 'border-destructive' : 'border-border')}>
      <FilePreview sources={[preview]} type={type} dimmed />
      <div className="absolute inset-0 flex items-center justify-center">
        <span className="sr-only">{name}: </span>
        {problem ? (
          <span className={stateStyles}>Not sent</span>
        ) : (
          <IconLabel
            icon={online ? CloudUpload : CloudOff}
            word={online ? 'Sending…' : 'Waiting'}
            className={stateStyles}
          />
        )}
      </div>
      <RemoveButton name={name} onClick={onRemove} />
    </li>
  )
}
