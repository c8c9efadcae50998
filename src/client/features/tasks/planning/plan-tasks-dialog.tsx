import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Copy } from 'lucide-react'
import { useState } from 'react'
import { dateKey, useNow, zoneNote } from '#client/platform/formats/dates.ts'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { Select } from '#client/ui/forms/select.tsx'
import { Textarea } from '#client/ui/forms/textarea.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { addDays } from '#contract/analytics/period.ts'
import { mostTasksAtOnce } from '#contract/tasks/endpoints.ts'
import { taskList, useCreateTasks } from '../queries.ts'
import { copyTasks, listSources, type Source, targetOf } from './copy-tasks.ts'
import { type PlannedTask, parseTasks } from './parse-tasks.ts'
import { PlanPreview } from './plan-preview.tsx'

export function PlanTasksDialog() {
  const [open, setOpen] = useState(false)
  const creation = useCreateTasks()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !creation.isPending && setOpen(next)}
      trigger={
        <Button variant="outline">
          <CalendarPlus aria-hidden="true" />
          Plan tasks
        </Button>
      }
      title="Plan tasks"
      description="Copy a day or a week, or paste from a spreadsheet. Nothing is created until every row is valid."
      size="full"
    >
      <PlanForm creation={creation} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

type PlanFormProps = { creation: ReturnType<typeof useCreateTasks>; onDone: () => void }

/** Mounted with its dialog, so that Cancel discards its text. */
function PlanForm({ creation, onDone }: PlanFormProps) {
  const [text, setText] = useState('')
  const [refusals, setRefusals] = useState<Record<number, string[]>>({})
  const now = useNow()
  const planned = parseTasks(text, new Date(now)).map((task, nth) => withErrors(task, refusals[nth] ?? []))
  const bodies = planned.flatMap(({ body }) => body ?? [])
  const isTooMany = planned.length > mostTasksAtOnce
  const canCreate = planned.length > 0 && bodies.length === planned.length && !isTooMany

  function changeText(next: string) {
    setText(next)
    setRefusals({})
  }
  function create() {
    void creation.run(bodies, { onSuccess: onDone, onError: (error) => setRefusals(rowErrorsOf(error)) })
  }

  return (
    <>
      <DialogBody className="grid content-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <CopyFields onCopy={(copied) => changeText(text.trim() ? `${text.trimEnd()}\n${copied}` : copied)} />
          <Field label="Tasks" hint={<FormatHint />}>
            <Textarea
              value={text}
              spellCheck={false}
              wrap="off"
              onChange={({ target }) => changeText(target.value)}
              className="max-h-96 min-h-40 overflow-x-auto font-mono text-sm"
            />
          </Field>
        </div>
        <PlanPreview tasks={planned} isTooMany={isTooMany} />
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline" disabled={creation.isPending}>
            Cancel
          </Button>
        </DialogClose>
        <Button disabled={!canCreate} pending={creation.isPending} pendingLabel="Creating..." onClick={create}>
          {planned.length === 0 ? 'Create tasks' : `Create ${countOf(planned.length)}`}
        </Button>
      </DialogFooter>
    </>
  )
}

const countOf = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`

const withErrors = (task: PlannedTask, errors: string[]): PlannedTask =>
  errors.length > 0 ? { ...task, errors: [...task.errors, ...errors], body: undefined } : task

function FormatHint() {
  const zone = zoneNote()
  return (
    <>
      One task per row: title, description, points, calories, opens, closes, YouTube URL, separated by tabs or commas.
      Times like 2026-11-16 06:00{zone && ` (${zone})`}. Empty cells take the usual values; a first row of headings may
      name the columns.
    </>
  )
}

function CopyFields({ onCopy }: { onCopy: (text: string) => void }) {
  const { data: tasks = [] } = useQuery(taskList)
  const sources = listSources(tasks)
  const [key, setKey] = useState<string>()
  const [target, setTarget] = useState<string>()
  const source = sources.find((one) => one.key === key) ?? lastWeekOr(sources)
  if (!source) return null
  const day = target ?? addDays(source.from, 7)
  return (
    <fieldset className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,12rem)_auto] sm:items-end">
      <legend className="sr-only">Copy tasks</legend>
      <Field label="Copy">
        <Select value={source.key} onChange={({ target: { value } }) => setKey(value)}>
          {sources.map(({ key: value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={source.from === source.to ? 'To the day' : 'To the week of'}>
        <Input type="date" value={day} onChange={({ target: { value } }) => setTarget(value || undefined)} />
      </Field>
      <Button variant="outline" onClick={() => onCopy(copyTasks(source, targetOf(source, day)))}>
        <Copy aria-hidden="true" />
        Copy
      </Button>
    </fieldset>
  )
}

/** The latest week that has begun: the probable source for the next one. */
function lastWeekOr(sources: Source[]): Source | undefined {
  const today = dateKey(Date.now())
  return sources.find(({ from, to }) => from !== to && from <= today) ?? sources[0]
}

/** Row index from the server's field path, for instance `tasks.2.closesAt`. */
function rowErrorsOf(error: unknown): Record<number, string[]> {
  const rows: Record<number, string[]> = {}
  for (const [field, sentence] of Object.entries(error instanceof ApiProblem ? error.fields : {})) {
    const nth = /^tasks\.(\d+)\./.exec(field)?.[1]
    if (nth !== undefined) rows[Number(nth)] = [...(rows[Number(nth)] ?? []), sentence]
  }
  return rows
}
