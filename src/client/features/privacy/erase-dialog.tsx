import { useState } from 'react'
import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { useErasing } from './queries.ts'

type Props = { email: string; onClose: () => void; onErased: () => void }

/** Erasure is final and a typing error may hit another person, so the address is typed twice. */
export function EraseDialog({ email, onClose, onErased }: Props) {
  const erasing = useErasing()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()

  function erase() {
    if (typed.trim().toLowerCase() !== email) return setError('This is not the same address')
    void erasing.run(email, {
      onSuccess: () => {
        onErased()
        onClose()
      },
      onError: () => setError(undefined),
    })
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && !erasing.isPending && onClose()}
      title="Erase for good?"
      description={
        <>
          <SubjectName>{email}</SubjectName>
          <br />
          Account, company profile, proofs, files, registrations and emails go at once and cannot be brought back.
          Points and ranks stay without a name.
        </>
      }
      confirmLabel="Erase for good"
      pendingLabel="Erasing..."
      pending={erasing.isPending}
      destructive
      onConfirm={erase}
    >
      <Field label="Type the address again" error={error} className="mt-4">
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  )
}
