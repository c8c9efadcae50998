/** The volunteers' links of an event and what happened at its door. */
export function DoorAdmin({ eventId }: { eventId: string }) {
  return <section aria-label="Door" data-event={eventId} />
}
