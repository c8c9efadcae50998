import { Camera, Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { chooseSmaller, isSmallerChosen, smallerWords } from '#client/platform/uploads/smaller/smaller-choice.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Switch } from '#client/ui/forms/checkbox.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Select } from '#client/ui/forms/select.tsx'
import { fewestFiles } from '#contract/proofs/endpoints.ts'
import { type Kind, kinds } from '../../files/kinds.ts'
import type { ProofDraft } from '../draft/proof-draft.ts'
import type { Adding } from '../draft/use-adding.tsx'
import { useDraft } from '../draft/use-draft.ts'

interface Props {
  draft: ProofDraft
  adding: Adding
  onKind: (kind: Kind) => void
}

/** Selects photos or videos, and has the buttons that add them. */
export function KindAndAdd({ draft, adding, onKind }: Props) {
  const { kind, moving, uploads, room, count } = useDraft(draft, 'kind', 'moving', 'uploads', 'room', 'count')
  const isUploading = moving.length > 0
  const AddIcon = kind === 'image' ? Camera : Clapperboard
  const [isSmaller, setSmaller] = useState(isSmallerChosen)
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <Field label="Content Type" className="min-w-40 flex-1 sm:max-w-60">
        <Select value={kind} onChange={({ target }) => onKind(target.value as Kind)}>
          {Object.entries(kinds).map(([value, { option }]) => (
            <option key={value} value={value}>
              {option}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex gap-2 max-sm:flex-1">
        {(adding.picksDirectly || !isUploading) && (
          <Button
            variant={count < fewestFiles ? 'primary' : 'outline'}
            disabled={!uploads || room <= 0}
            onClick={adding.add}
            className="max-sm:flex-1"
          >
            <AddIcon aria-hidden="true" />
            Add {kinds[kind].many}
          </Button>
        )}
        {(adding.picksDirectly || isUploading) && (
          <Button variant="outline" disabled={!uploads} onClick={adding.openDialog}>
            {isUploading ? 'Show upload' : 'More ways'}
          </Button>
        )}
      </div>
      {kind === 'image' && (
        <Switch
          className="basis-full"
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
