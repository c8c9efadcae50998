import { WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import { readablePassword } from './readable-password.ts'

export interface PasswordGeneratorProps {
  /** What stands in the field now; once it is typed over, the generated one is no longer shown. */
  value: string
  onGenerate: (password: string) => void
}

/** Offers a strong password that can be read out over the phone, and shows it as long as it is the one in the field. */
export function PasswordGenerator({ value, onGenerate }: PasswordGeneratorProps) {
  const [generated, setGenerated] = useState('')
  const shown = generated !== '' && value === generated

  function generate() {
    const password = readablePassword()
    setGenerated(password)
    onGenerate(password)
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="secondary" size="sm" onClick={generate}>
        <WandSparkles aria-hidden="true" />
        {shown ? 'Generate another' : 'Generate'}
      </Button>
      {shown && (
        <div className="flex w-full flex-wrap items-center justify-between gap-x-2 rounded-md bg-sunken py-1 pr-1 pl-3">
          <output aria-label="Generated password" className="font-mono text-sm wrap-anywhere select-all">
            {generated}
          </output>
          <CopyButton
            what="the password"
            text={generated}
            size="sm"
            variant="ghost"
            failure="Please copy the password manually"
          />
        </div>
      )}
    </div>
  )
}
