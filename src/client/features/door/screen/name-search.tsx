import { useEffect, useState } from 'react'
import { clockOf } from '#client/platform/formats/dates.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Badge } from '#client/ui/display/badge.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import type { DoorAttendee } from '#contract/door/endpoints.ts'
import type { DoorDevice } from '../device/door-device.ts'

type Found = Awaited<ReturnType<DoorDevice['search']>>
const pause = 350

type Props = {
  device: DoorDevice
  unreachable: boolean
  busy: boolean
  /** Id of this door's last check-in; a change or an undo refetches the people found. */
  lastCheckIn: string | undefined
  onPick: (attendee: DoorAttendee) => void
}

/** Search for people without a code. Needs the network, because the stored list has no names. */
export function NameSearch({ device, unreachable, busy, lastCheckIn, onPick }: Props) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found>()
  const [failure, setFailure] = useState<string>()
  const q = typed.trim()

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever is found for other letters is not meant any more
  useEffect(() => setFound(undefined), [q])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a check-in or its undo changes who is inside
  useEffect(() => {
    setFailure(undefined)
    if (q.length < 3) return
    let outdated = false
    const timer = setTimeout(async () => {
      try {
        const attendees = await device.search(q)
        if (!outdated) setFound(attendees)
      } catch (error) {
        if (!outdated) setFailure(sentenceOf(error, 'The search did not work. Please try again.'))
      }
    }, pause)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [device, q, lastCheckIn])

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4 sm:p-8">
      <Field
        label="Name"
        hint={unreachable ? 'Names can be looked up with a network only.' : 'At least three letters.'}
      >
        <Input
          autoFocus
          type="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="h-14 text-xl pointer-coarse:h-14"
        />
      </Field>
      <div aria-live="polite">
        {failure && <p className="font-medium text-destructive">{failure}</p>}
        {found?.length === 0 && (
          <p className="text-muted-foreground">
            No approved attendee has this name. Try fewer letters, or the last name.
          </p>
        )}
        {found && found.length > 0 && (
          <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
            {found.map(({ checkedInAt, ...attendee }) => (
              <li key={attendee.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
                <div className="min-w-0 flex-1 basis-40">
                  <p className="text-lg font-bold wrap-anywhere">
                    {attendee.firstName} {attendee.lastName}
                  </p>
                  {attendee.companyName && (
                    <p className="text-muted-foreground wrap-anywhere">{attendee.companyName}</p>
                  )}
                </div>
                {checkedInAt ? (
                  <Badge tone="warning">Inside since {clockOf(checkedInAt)}</Badge>
                ) : (
                  <Button size="lg" disabled={busy} onClick={() => onPick(attendee)}>
                    Let in <span className="sr-only">{`${attendee.firstName} ${attendee.lastName}`}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
