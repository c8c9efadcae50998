// Without zod: the public page imports these sentences and must not load the schemas.

/** A place is kept this long for an unconfirmed email address. */
export const confirmMinutes = 30

// Both sentences are true for everybody: a registered address gets its status by email, unless it had an email
// recently.
export const receivedSentence =
  'Your registration has been received. An email about it is on its way, or arrived within the last hour.'
export const confirmSentence = `We’ve sent you an email: press the link in it within ${confirmMinutes} minutes to keep your place.`
/** On the waiting list there is no place to keep. */
export const confirmWaitingSentence = 'We’ve sent you an email: press the link in it to be on the waiting list.'

/** The answer when the email address must be confirmed; it does not reveal whether the address is registered. */
export const receivedToConfirm = `${receivedSentence} ${confirmSentence}`
