type Props = {
  eventId: string
  shortCode: string
  onClose: () => void
}

/** The door for an administrator, over the whole screen. */
export function DoorMode({ eventId, onClose }: Props) {
  return (
    <section aria-label="Door" data-event={eventId}>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  )
}
