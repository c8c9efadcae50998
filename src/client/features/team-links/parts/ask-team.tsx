import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { momentOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { LinkQrCode } from '#client/ui/display/link-qr-code.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { branding } from '#contract/branding/branding.ts'
import type { NewCaptureLink } from '#contract/proofs/capture.ts'
import type { Task } from '#contract/tasks/endpoints.ts'
import { teamLinks, useNewTeamLink, useRevokeTeamLink } from '../queries.ts'

type Props = { task: Pick<Task, 'id' | 'title'> }

/** Creates a team link, through which colleagues add photos without an account. */
export function AskTeam({ task, children }: Props & { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<NewCaptureLink>()
  const creation = useNewTeamLink(task.id)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="sm"
        trigger={
          <Button variant="outline" size="sm">
            <Users aria-hidden="true" />
            Ask your team
          </Button>
        }
        title="Ask your team"
        description="Colleagues add photos from their own phones, without an account. They see only what they add themselves."
      >
        <DialogBody className="flex flex-col gap-5">
          {made && <MadeLink link={made} task={task} />}
          <WorkingLinks taskId={task.id} onRevoked={(id) => id === made?.id && setMade(undefined)} />
          {children}
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">Done</Button>
          </DialogClose>
          {!made && (
            <Button
              pending={creation.isPending}
              pendingLabel="Making..."
              onClick={() => void creation.run(undefined, { onSuccess: setMade })}
            >
              Make a link
            </Button>
          )}
        </DialogFooter>
      </Dialog>
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted-foreground">Collect photos with a link or a QR code.</p>
    </div>
  )
}

function MadeLink({ link: { url, expiresAt }, task }: Props & { link: NewCaptureLink }) {
  const invitation = `We are collecting photos for “${task.title}” (${branding.eventName}). Add yours from your phone, no account needed: ${url}`
  return (
    <section aria-label="The new link" className="flex flex-col gap-4">
      <div className="flex justify-center">
        <LinkQrCode text={url} label={`QR code of the link for ${task.title}`} />
      </div>
      <p className="rounded-md bg-sunken p-3 text-sm break-all select-all">{url}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton variant="primary" text={url} label="Copy link" failure="Please select the link and copy it." />
        <CopyButton text={invitation} label="Copy text for a chat" failure="Please select the link and copy it." />
      </div>
      <p className="text-sm text-muted-foreground">
        The link is shown this once. It works until the proof is handed in or the task ends, and until{' '}
        {momentOf(expiresAt)} at the latest.
      </p>
    </section>
  )
}

function WorkingLinks({ taskId, onRevoked }: { taskId: string; onRevoked: (id: string) => void }) {
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
              Made {momentOf(createdAt)}
              <span className="block text-muted-foreground">
                {guests === 0 ? 'Not used yet' : `${guests} ${guests === 1 ? 'phone' : 'phones'} added photos`}
              </span>
            </p>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Revoke the link made ${momentOf(createdAt)}`}
              disabled={revoking.isPending}
              onClick={() => void revoking.run(id, { onSuccess: () => onRevoked(id) })}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
