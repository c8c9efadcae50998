// Without zod: the public page shows the sentences and must not load the schemas.

/** How long a place is kept for who has to confirm the email address. */
export const confirmMinutes = 30

// Both are true for everybody: an address that is registered already gets its status, unless it had a mail a moment ago.
export const receivedSentence =
  'Your registration has been received. An email about it is on its way, or arrived within the last hour.'
export const confirmSentence = `We’ve sent you an email: press the link in it within ${confirmMinutes} minutes to keep your place.`
/** On the waiting list there is no place to keep. */
export const confirmWaitingSentence = 'We’ve sent you an email: press the link in it to be on the waiting list.'

/** What the answer says where the email address has to be confirmed; the same whether or not the address is known. */
export const receivedToConfirm = `${receivedSentence} ${confirmSentence}`
