import { DoorClosed as ClosedIcon } from 'lucide-react'

/** The link is no longer valid; names the number of unsent scans. */
export function DoorClosed({ sentence, waiting }: { sentence: string; waiting: number }) {
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center gap-3 px-6 py-12 text-center">
      <ClosedIcon aria-hidden="true" className="size-14 text-destructive" />
      <h2 className="text-2xl">This link no longer works</h2>
      <p className="max-w-prose text-lg text-muted-foreground">{sentence}</p>
      {waiting > 0 && (
        <p className="max-w-prose font-semibold">
          {waiting === 1 ? 'One scan has not been sent yet.' : `${waiting} scans have not been sent yet.`} What was
          scanned stays on this device and is sent when a new link of this event is opened on it.
        </p>
      )}
    </div>
  )
}
