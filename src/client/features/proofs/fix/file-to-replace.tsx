import { useId, useRef } from 'react'
import { HeicStatus } from '#client/platform/uploads/smaller/heic-status.tsx'
import { useIsOnline } from '#client/platform/uploads/use-is-online.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import type { Proof } from '#contract/proofs/endpoints.ts'
import { FileThumbnail } from '../files/file-thumbnail.tsx'
import { kinds } from '../files/kinds.ts'
import type { Replacement } from './use-replacements.ts'

interface Props {
  proof: Proof
  path: string
  reason: string
  replacement: Replacement | undefined
  disabled: boolean
  onReplace: (file: File) => void
  onStop: () => void
}

/** One file that was not accepted, the reason, and the button that opens the system's picker. */
export function FileToReplace({ proof, path, reason, replacement, disabled, onReplace, onStop }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const reasonId = useId()
  const isOnline = useIsOnline()
  const index = proof.files.findIndex((file) => file.path === path)
  const { one, types } = kinds[proof.contentType]
  const name = `${one} ${index + 1}`
  return (
    <li className="flex flex-wrap items-center gap-3">
      <span className="relative size-16 shrink-0 overflow-hidden rounded-md bg-sunken">
        <CurrentFile proof={proof} index={index} replacement={replacement} />
      </span>
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold first-letter:uppercase">{name}</p>
        <p id={reasonId} dir="auto" className="text-sm wrap-anywhere">
          {reason}
        </p>
        <p role="status" className="text-sm empty:hidden">
          {replacement && stateOf(replacement, isOnline)}
        </p>
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        accept={types.join(',')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onReplace(file)
          // Reset, so that choosing the same file again fires `change`.
          currentTarget.value = ''
        }}
      />
      {/* Open the picker in the click handler: a browser allows it only during the user's gesture. */}
      <Button
        ref={opener}
        variant={replacement ? 'outline' : 'primary'}
        size="sm"
        disabled={disabled}
        aria-describedby={reasonId}
        className="max-sm:w-full"
        onClick={() => picker.current?.click()}
      >
        {replacement ? `Change ${name}` : `Replace ${name}`}
      </Button>
      <HeicStatus
        converting={replacement?.isConverting ? 1 : 0}
        onStop={() => {
          onStop()
          opener.current?.focus()
        }}
        className="basis-full"
      />
    </li>
  )
}

function stateOf({ path, fault, percent, isConverting, isUnreached, isKept }: Replacement, isOnline: boolean): string {
  if (fault) return fault
  if (isConverting) return ''
  if (!path && (isUnreached || !isOnline))
    return isKept
      ? 'No network. The new file is kept on this device and uploaded by itself when the network is back.'
      : 'No network. Keep this page open: the new file is uploaded by itself when the network is back.'
  return path ? 'New file ready to send' : `Uploading, ${Math.round(percent)} %`
}

function CurrentFile({ proof, index, replacement }: Pick<Props, 'proof' | 'replacement'> & { index: number }) {
  const file = proof.files[index]
  const preview = replacement?.preview
  if (preview && proof.contentType === 'image') return <img src={preview} alt="" className="size-full object-cover" />
  if (preview) return <video src={preview} muted playsInline className="size-full object-cover" />
  return file ? <FileThumbnail file={file} alt="" className="size-full object-cover" /> : null
}
