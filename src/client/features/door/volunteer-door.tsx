type Props = {
  shortCode: string
  /** The secret of the link. */
  pass: string
}

/** The door for whoever holds a volunteers' link. */
export function VolunteerDoor({ shortCode }: Props) {
  return <main id="main" data-event={shortCode} />
}
