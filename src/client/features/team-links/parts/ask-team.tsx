import { useQuery } from '@tanstack/react-query'
import { Share2, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { momentOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { LinkQrCode } from '#client/ui/display/link-qr-code.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { branding } from '#contract/branding/branding.ts'
import type { NewCaptureLink } from '#contract/proofs/capture.ts'
import type { Task } from '#contract/tasks/endpoints.ts'
import { newTeamLink, teamLinks, useNewTeamLink, useRevokeTeamLink } from '../queries.ts'

type Props = { task: Pick<Task, 'id' | 'title'> }

/** Opens with a new team link, through which colleagues add photos without an account. */
export function AskTeam({ task, children }: Props & { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const creation = useNewTeamLink(task.id)
  const { data: made } = useQuery(newTeamLink(task.id))
  const create = () => void creation.run(undefined)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        // One link serves the whole team, so a second opening shows the same one.
        if (next && !made && !creation.isPending) create()
      }}
      size="sm"
      trigger={
        <Button variant="outline" className="max-sm:flex-1">
          <Users aria-hidden="true" />
          Ask your team
        </Button>
      }
      title="Ask your team"
      description="Colleagues add photos from their own phones, without an account. They see only what they add themselves."
    >
      <DialogBody className="flex flex-col gap-5">
        {made ? (
          <MadeLink link={made} task={task} />
        ) : (
          <Loading
            label="Creating a link…"
            className={creation.isPending ? 'flex flex-col items-center gap-4' : 'hidden'}
          >
            <Skeleton className="size-48" />
            <Skeleton className="h-17 w-full" />
            <Skeleton className="h-10 w-full" />
          </Loading>
        )}
        <WorkingLinks taskId={task.id} />
        {children}
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Done</Button>
        </DialogClose>
        {!made && !creation.isPending && <Button onClick={create}>Create a link</Button>}
      </DialogFooter>
    </Dialog>
  )
}

function MadeLink({ link: { url, expiresAt }, task }: Props & { link: NewCaptureLink }) {
  const invitation = `We are collecting photos for “${task.title}” (${branding.eventName}). Add yours from your phone, no account needed: ${url}`
  const failure = 'Please select the link and copy it.'
  return (
    <section aria-label="The new link" className="flex flex-col gap-4">
      <div className="flex justify-center">
        <LinkQrCode text={url} label={`QR code of the link for ${task.title}`} />
      </div>
      <p className="rounded-md bg-sunken p-3 text-sm break-all select-all">{url}</p>
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        {canShare ? (
          <>
            {/* A dismissed share sheet rejects, which is no failure. */}
            <Button onClick={() => void navigator.share({ text: invitation }).catch(() => undefined)}>
              <Share2 aria-hidden="true" />
              Share link
            </Button>
            <CopyButton text={url} label="Copy link" failure={failure} />
          </>
        ) : (
          <>
            <CopyButton variant="primary" text={url} label="Copy link" failure={failure} />
            <CopyButton text={invitation} label="Copy text for a chat" failure={failure} />
          </>
        )}
      </div>
      <p className="text-sm text-muted-foreground">
        {`It works until the proof is submitted or the task closes, at the latest until ${momentOf(expiresAt)}.`}
      </p>
    </section>
  )
}

const canShare = typeof navigator.share === 'function'

function WorkingLinks({ taskId }: { taskId: string }) {
  const { data: links = [] } = useQuery(teamLinks(taskId))
  const revoking = useRevokeTeamLink(taskId)
  if (links.length === 0) return null
  return (
    <section aria-labelledby="working-links" className="flex flex-col gap-2">
      <h3 id="working-links" className="text-base">
        Links that work now
      </h3>
      <ul className="flex flex-col">
        {links.map(({ id, createdAt, guests }) => (
          <li key={id} className="flex items-center gap-3 border-t border-border py-2">
            <p className="min-w-0 flex-1 text-sm">
              {`Created ${momentOf(createdAt)}`}
              <span className="block text-muted-foreground">
                {guests === 0 ? 'Not used yet' : `${guests} ${guests === 1 ? 'phone' : 'phones'} added photos`}
              </span>
            </p>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Revoke the link created ${momentOf(createdAt)}`}
              disabled={revoking.isPending}
              onClick={() => void revoking.run(id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
