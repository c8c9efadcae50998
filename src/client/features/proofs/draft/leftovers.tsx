import { useQuery } from '@tanstack/react-query'
import { Check, Film, History, Image } from 'lucide-react'
import { useState } from 'react'
import { taskList } from '#client/features/tasks/queries.ts'
import { distanceOf, useNow } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import type { WaitingFile } from '../submission-queries.ts'
import { amountOf, kindOf } from './kinds.ts'
import type { ProofFiles } from './use-proof-files.ts'

/** Files that were uploaded before and never handed in: all of them, to choose from. */
export function Leftovers({ files }: { files: ProofFiles }) {
  const { leftovers, room, restored } = files
  const [picked, setPicked] = useState<ReadonlySet<string>>()
  const now = useNow()
  const { data: tasks } = useQuery(taskList)
  const [first] = leftovers
  if (!first || restored || room <= 0) return null

  const fit = leftovers.length <= room
  // Where all of them fit, all of them are meant; where not, nobody but the person can say which.
  const isPicked = ({ path }: WaitingFile) => picked?.has(path) ?? fit
  const chosen = leftovers.filter(isPicked)
  const isFull = chosen.length >= room
  const toggle = (file: WaitingFile) => {
    const next = new Set(chosen.map(({ path }) => path))
    if (!next.delete(file.path)) next.add(file.path)
    setPicked(next)
  }
  const kind = kindOf(first.type)
  const all = chosen.length === leftovers.length
  const them = all ? (chosen.length === 1 ? 'it' : 'them') : amountOf(chosen.length, kind)
  return (
    <section aria-label="Saved files" className="flex flex-col gap-3 rounded-md bg-info-soft p-3 text-info">
      <p className="flex items-start gap-2 font-medium">
        <History aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          {amountOf(leftovers.length, kind)} from your last attempt {leftovers.length === 1 ? 'is' : 'are'} still saved.
          {!fit && ` Choose up to ${room}.`}
        </span>
      </p>
      <ul className="grid max-h-64 grid-cols-4 gap-2 overflow-y-auto p-0.5 sm:grid-cols-8">
        {leftovers.map((file) => (
          <li key={file.path}>
            <Tile
              file={file}
              age={distanceOf(file.uploadedAt, now)}
              task={tasks?.find(({ id }) => id === file.taskId)?.title}
              isPicked={isPicked(file)}
              disabled={isFull && !isPicked(file)}
              onToggle={() => toggle(file)}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={chosen.length === 0} onClick={() => void files.take(chosen)}>
          Use {them}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          disabled={chosen.length === 0}
          onClick={() => void files.discard(chosen.map(({ path }) => path))}
        >
          Delete {them}
        </Button>
      </div>
    </section>
  )
}

type TileProps = {
  file: WaitingFile
  age: string
  task: string | undefined
  isPicked: boolean
  disabled: boolean
  onToggle: () => void
}

function Tile({ file, age, task, isPicked, disabled, onToggle }: TileProps) {
  const Icon = kindOf(file.type) === 'video' ? Film : Image
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      aria-label={`${file.fileName}, ${age}${task ? `, for ${task}` : ''}`}
      title={task ? `${file.fileName}, for ${task}` : file.fileName}
      disabled={disabled}
      onClick={onToggle}
      className="flex w-full flex-col gap-0.5 text-left disabled:opacity-50"
    >
      <span
        className={cn(
          'relative flex aspect-square w-full items-center justify-center overflow-hidden rounded-sm border-2 bg-sunken',
          isPicked ? 'border-info' : 'border-transparent',
        )}
      >
        {file.thumbnailUrl ? (
          <img src={file.thumbnailUrl} alt="" className="size-full object-cover" />
        ) : (
          <Icon aria-hidden="true" className="size-6 text-muted-foreground" />
        )}
        {isPicked && (
          <span className="absolute top-1 right-1 flex size-5 items-center justify-center rounded-full bg-raised text-info">
            <Check aria-hidden="true" className="size-4" />
          </span>
        )}
      </span>
      <span aria-hidden="true" className="truncate text-xs">
        {age}
      </span>
    </button>
  )
}
