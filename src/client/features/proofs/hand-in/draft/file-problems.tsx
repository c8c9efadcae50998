import { type LucideIcon, TriangleAlert, VideoOff } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { canPlayCodec } from '#client/platform/uploads/can-play.ts'
import { dropFile } from '#client/platform/uploads/send/offline-store.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import type { ProofDraft } from './proof-draft.ts'
import { useDraft } from './use-draft.ts'

type Props = {
  draft: ProofDraft
  /** The server's refusals of single files when the proof was submitted, by path. */
  faults: Record<string, string>
  onAdd: () => void
}

const sameFile = (name: string, twin: number) => `${name} is the same file as number ${twin}.`
const unplayableReason = (count: number) =>
  `Your browser can’t play ${count === 1 ? 'this video' : 'these videos'}. Reviewers may only be able to download ${count === 1 ? 'it' : 'them'}. Record in H.264 (“Most compatible”) if you can.`

/** Lists every file that needs attention, with its name and the reason, before the proof is submitted. */
export function FileProblems({ draft, faults, onAdd }: Props) {
  const state = useDraft(draft, 'stored', 'moving', 'waiting', 'refusals', 'unplayable')
  const { stored, moving, waiting, refusals } = state
  const replace = (path: string) => {
    // Open the picker first: a browser allows it only during the user's gesture.
    onAdd()
    draft.remove(path)
  }
  const refused = stored.flatMap((file) => {
    const twin = file.twin === undefined ? undefined : sameFile(file.fileName, file.twin)
    const reason = faults[file.path] ?? file.reason ?? twin
    return reason ? [{ ...file, reason }] : []
  })
  const failed = moving.flatMap((file) => (file.error ? [{ ...file, reason: file.error }] : []))
  const unsent = waiting.flatMap((file) => (file.problem ? [{ ...file, reason: file.problem }] : []))
  const unplayable = [
    ...stored
      .filter(({ path, videoCodec }) => state.unplayable.has(path) || !canPlayCodec(videoCodec))
      .map(({ fileName }) => fileName),
    ...moving.filter(({ id }) => state.unplayable.has(id)).map(({ name }) => name),
  ]
  const said = [
    ...refused.map(({ reason }) => reason),
    ...refusals.map(sentenceOf),
    ...(unplayable.length > 0 ? [unplayableReason(unplayable.length)] : []),
  ]
  const list = useRef<HTMLUListElement>(null)
  useScrollToNew(list, refused.length + failed.length + unsent.length + refusals.length + unplayable.length)
  return (
    <>
      {/* Announce the problems once, in this region; the rows below are not live. */}
      <p role="status" className="sr-only">
        {said.join(' ')}
      </p>
      <ul ref={list} aria-label="Files that need your attention" className="flex flex-col gap-2 empty:hidden">
        {refused.map(({ path, fileName, reason }) => (
          <Row key={path} icon={TriangleAlert} name={fileName} reason={reason}>
            <Button variant="outline" size="sm" aria-label={`Replace ${fileName}`} onClick={() => replace(path)}>
              Replace
            </Button>
            <Button variant="ghost" size="sm" aria-label={`Delete ${fileName}`} onClick={() => draft.remove(path)}>
              Delete
            </Button>
          </Row>
        ))}
        {failed.map(({ id, name, reason }) => (
          <Row key={id} icon={TriangleAlert} name={name} reason={reason}>
            <Button variant="outline" size="sm" aria-label={`Try again: ${name}`} onClick={() => draft.retry(id)}>
              Try again
            </Button>
            <Button variant="ghost" size="sm" aria-label={`Delete ${name}`} onClick={() => draft.cancel(id)}>
              Delete
            </Button>
          </Row>
        ))}
        {unsent.map(({ key, name, reason }) => (
          <Row key={key} icon={TriangleAlert} name={name} reason={reason}>
            <Button variant="ghost" size="sm" aria-label={`Delete ${name}`} onClick={() => void dropFile(key)}>
              Delete
            </Button>
          </Row>
        ))}
        {refusals.map(({ id, name, reason }) => (
          <Row key={id} icon={TriangleAlert} name={name} reason={reason}>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Dismiss ${name || 'this message'}`}
              onClick={() => draft.dismissRefusal(id)}
            >
              Dismiss
            </Button>
          </Row>
        ))}
        {unplayable.length > 0 && (
          <Row
            icon={VideoOff}
            tone="warning"
            name={unplayable.join(', ')}
            reason={unplayableReason(unplayable.length)}
          />
        )}
      </ul>
    </>
  )
}

/** Scrolls to a new problem: on a phone the list is below the visible area. */
function useScrollToNew(list: RefObject<HTMLUListElement | null>, count: number) {
  const previousCount = useRef(count)
  useEffect(() => {
    if (count > previousCount.current) list.current?.scrollIntoView({ block: 'nearest' })
    previousCount.current = count
  }, [list, count])
}

function sentenceOf({ name, reason }: { name: string; reason: string }): string {
  const sentence = reason.endsWith('.') ? reason : `${reason}.`
  return !name || reason.includes(name) ? sentence : `${name}: ${sentence}`
}

type RowProps = { icon: LucideIcon; tone?: 'bad' | 'warning'; name: string; reason: string; children?: ReactNode }

function Row({ icon: Icon, tone = 'bad', name, reason, children }: RowProps) {
  const colors = tone === 'bad' ? 'bg-destructive-soft text-destructive' : 'bg-warning-soft text-warning'
  return (
    <li className={cn('flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md py-1.5 pr-1.5 pl-3', colors)}>
      <Icon aria-hidden="true" className="size-5 shrink-0 self-start mt-1" />
      <p className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">
        {name && !reason.includes(name) && <span className="block font-semibold">{name}</span>}
        {reason}
      </p>
      {children && <div className="flex gap-1">{children}</div>}
    </li>
  )
}
