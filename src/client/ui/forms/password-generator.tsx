import { WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'

interface PasswordGeneratorProps {
  /** Text of the field; other text hides the generated password. */
  value: string
  onGenerate: (password: string) => void
}

/** Generates a strong password that can be read out by phone, and displays it while the field contains it. */
export function PasswordGenerator({ value, onGenerate }: PasswordGeneratorProps) {
  const [generated, setGenerated] = useState('')
  const isVisible = generated !== '' && value === generated

  function generate() {
    const password = readablePassword()
    setGenerated(password)
    onGenerate(password)
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="secondary" size="sm" onClick={generate}>
        <WandSparkles aria-hidden="true" />
        {isVisible ? 'Generate another' : 'Generate'}
      </Button>
      {isVisible && (
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

// Without letters that resemble each other in print or speech.
const consonants = 'bdfghjkmnprstvwz'
const vowels = 'aeiou'
const words = 4

/** Four pronounceable words such as `kotan-mivur-desap-hozin`: 66 random bits, readable by phone. */
function readablePassword(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(words * 5))
  const letters = Array.from(numbers, (number, index) => pick((index % 5) % 2 === 0 ? consonants : vowels, number))
  return Array.from({ length: words }, (_, word) => letters.slice(word * 5, word * 5 + 5).join('')).join('-')
}

const pick = (from: string, number: number) => from.charAt(number % from.length)
