import { useState } from 'react'
import { chooseSmaller, isSmallerChosen, smallerWords } from '#client/platform/uploads/smaller/smaller-choice.ts'
import { Switch } from '#client/ui/forms/checkbox.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Select } from '#client/ui/forms/select.tsx'
import { type Kind, kinds } from '../../files/kinds.ts'
import type { ProofDraft } from '../draft/proof-draft.ts'
import { useDraft } from '../draft/use-draft.ts'

interface Props {
  draft: ProofDraft
  onKind: (kind: Kind) => void
}

/** Photos or videos, which follows the chosen files, and the size of the upload. */
export function FileSettings({ draft, onKind }: Props) {
  const { kind } = useDraft(draft, 'kind')
  const [isSmaller, setSmaller] = useState(isSmallerChosen)
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3 border-t border-border pt-4">
      <Field label="Content Type" className="min-w-40 flex-1 sm:max-w-48">
        <Select value={kind} onChange={({ target }) => onKind(target.value as Kind)}>
          {Object.entries(kinds).map(([value, { option }]) => (
            <option key={value} value={value}>
              {option}
            </option>
          ))}
        </Select>
      </Field>
      {kind === 'image' && (
        <Switch
          className="flex-1 basis-64"
          label={smallerWords.label}
          hint={smallerWords.hint}
          checked={isSmaller}
          onChange={({ target }) => {
            chooseSmaller(target.checked)
            setSmaller(target.checked)
          }}
        />
      )}
    </div>
  )
}
