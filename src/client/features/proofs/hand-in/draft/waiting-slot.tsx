import { CloudOff, CloudUpload, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { WaitingFile } from '#client/platform/uploads/send/offline-store.ts'
import { useIsOnline } from '#client/platform/uploads/use-is-online.ts'
import { FilePreview, RemoveButton, Slot } from './slot-parts.tsx'

type Props = { file: WaitingFile; preview: string | undefined; onRemove: () => void }

/** A file in the offline queue, which survives closing the app. */
export function WaitingSlot({ file: { name, type, problem }, preview, onRemove }: Props) {
  const online = useIsOnline()
  const [word, icon]: [string, LucideIcon] = problem
    ? ['Not sent', TriangleAlert]
    : online
      ? ['Sending…', CloudUpload]
      : ['Waiting', CloudOff]
  return (
    <Slot
      isBad={Boolean(problem)}
      icon={icon}
      tone={problem ? 'bad' : 'quiet'}
      caption={
        <>
          <span className="sr-only">{name}: </span>
          <span>{word}</span>
        </>
      }
    >
      <FilePreview sources={[preview]} type={type} dimmed />
      <RemoveButton name={name} onClick={onRemove} />
    </Slot>
  )
}
