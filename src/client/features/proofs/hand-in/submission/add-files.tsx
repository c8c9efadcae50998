import { Camera, Clapperboard } from 'lucide-react'
import { AskTeam } from '#client/features/team-links/parts/ask-team.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { fewestFiles } from '#contract/proofs/endpoints.ts'
import type { Task } from '#contract/tasks/endpoints.ts'
import { addBoth, kinds } from '../../files/kinds.ts'
import type { ProofDraft } from '../draft/proof-draft.ts'
import { TeamPhones } from '../draft/team-phones.tsx'
import type { Adding } from '../draft/use-adding.tsx'
import { useDraft } from '../draft/use-draft.ts'

interface Props {
  draft: ProofDraft
  adding: Adding
  task: Pick<Task, 'id' | 'title'>
}

/** The ways to add files: the picker or upload dialog, and the team. */
export function AddFiles({ draft, adding, task }: Props) {
  const { kind, takesBoth, moving, uploads, room, count } = useDraft(
    draft,
    'kind',
    'takesBoth',
    'moving',
    'uploads',
    'room',
    'count',
  )
  const isUploading = moving.length > 0
  const AddIcon = kind === 'image' ? Camera : Clapperboard
  return (
    <div className="flex flex-wrap gap-2">
      {(adding.picksDirectly || !isUploading) && (
        <Button
          variant={count < fewestFiles ? 'primary' : 'outline'}
          disabled={!uploads || room <= 0}
          onClick={adding.add}
          className="max-sm:w-full"
        >
          <AddIcon aria-hidden="true" />
          {takesBoth ? addBoth : `Add ${kinds[kind].many}`}
        </Button>
      )}
      <AskTeam task={task}>
        <TeamPhones taskId={task.id} />
      </AskTeam>
      {(adding.picksDirectly || isUploading) && (
        <Button variant="outline" disabled={!uploads} onClick={adding.openDialog} className="max-sm:flex-1">
          {isUploading ? 'Show progress' : 'Other sources'}
        </Button>
      )}
    </div>
  )
}
