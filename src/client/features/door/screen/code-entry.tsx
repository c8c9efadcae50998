import { useState } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'

/** Manual input of the printed code, for a QR code that cannot be scanned. */
export function CodeEntry({ busy, onCode }: { busy: boolean; onCode: (text: string) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <form
      className="flex flex-1 flex-col justify-center gap-4 p-4 sm:p-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (!typed.trim() || busy) return
        onCode(typed.trim())
        setTyped('')
      }}
    >
      <Field label="Code" hint="As printed below the QR code or in the email. Capital or small letters are the same.">
        <Input
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={500}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="h-14 font-display font-bold tracking-wider uppercase pointer-coarse:h-14"
        />
      </Field>
      <Button type="submit" size="lg" pending={busy} disabled={!typed.trim()}>
        Check the code
      </Button>
    </form>
  )
}
