// Without zod: the public page shows the sentence and must not load the schemas.

/** The version of the notice above the button; stored with each registration. */
export const registrationNoticeVersion = '2026-11'
export const registrationNotice =
  'We store your name, contact details and company to run this event. Only its organisers see them. They are deleted 90 days after the event.'
