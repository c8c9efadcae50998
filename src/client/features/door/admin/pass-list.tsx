import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { distanceOf, exactMomentOf, momentOf, useNow } from '#client/platform/formats/dates.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { Badge } from '#client/ui/display/badge.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import type { DoorPass } from '#contract/door/endpoints.ts'
import { doorPasses, useRevokeDoorPass } from '../queries.ts'
import { NewPassDialog } from './new-pass-dialog.tsx'

/** Scan links for people without an account: holder, expiry, and activity. */
export function PassList({ eventId }: { eventId: string }) {
  const passes = useQuery(doorPasses(eventId))
  const [revoking, setRevoking] = useState<DoorPass>()
  return (
    <section aria-labelledby="door-links" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="door-links" className="text-xl">
          Volunteers' links
        </h2>
        <NewPassDialog eventId={eventId} />
      </div>
      <QuerySection
        query={passes}
        failure="Couldn’t load the links."
        skeleton={
          <Loading label="Loading the links…">
            <Skeleton className="h-20 w-full" />
          </Loading>
        }
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={KeyRound}
              title="No links yet"
              description="A link lets a volunteer scan on their own phone, for this event only, without an account."
              className="rounded-lg border border-border bg-surface"
            />
          ) : (
            <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
              {all.map((pass) => (
                <PassRow key={pass.id} pass={pass} onRevoke={() => setRevoking(pass)} />
              ))}
            </ul>
          )
        }
      </QuerySection>
      {revoking && <RevokeDialog eventId={eventId} pass={revoking} onDone={() => setRevoking(undefined)} />}
    </section>
  )
}

function PassRow({ pass, onRevoke }: { pass: DoorPass; onRevoke: () => void }) {
  const now = useNow()
  const expired = Date.parse(pass.expiresAt) <= now
  const live = !pass.revokedAt && !expired
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-bold wrap-anywhere">{pass.label}</span>
          {pass.revokedAt ? (
            <Badge tone="destructive">Revoked</Badge>
          ) : expired ? (
            <Badge>Expired</Badge>
          ) : (
            <Badge tone="success">Valid until {momentOf(pass.expiresAt)}</Badge>
          )}
        </p>
        <p className="text-sm text-muted-foreground wrap-anywhere">
          {pass.lastUsedAt ? (
            <>
              Last used{' '}
              <time dateTime={pass.lastUsedAt} title={exactMomentOf(pass.lastUsedAt)}>
                {distanceOf(pass.lastUsedAt, now)}
              </time>
            </>
          ) : (
            'Not used yet'
          )}
          {' · '}made by {pass.createdBy}
        </p>
      </div>
      {live && (
        <Button variant="outline" onClick={onRevoke}>
          Revoke <span className="sr-only">{pass.label}</span>
        </Button>
      )}
    </li>
  )
}

function RevokeDialog({ eventId, pass, onDone }: { eventId: string; pass: DoorPass; onDone: () => void }) {
  const revocation = useRevokeDoorPass(eventId)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={`Revoke the link "${pass.label}"?`}
      description="Phones that use it stop scanning within seconds. Scans that wait on a phone without a network stay there until a new link is opened on it."
      confirmLabel="Revoke"
      pendingLabel="Revoking..."
      destructive
      pending={revocation.isPending}
      onConfirm={() => void revocation.run(pass, { onSuccess: onDone })}
    />
  )
}
