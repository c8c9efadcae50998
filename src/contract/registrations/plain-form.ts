/** What came of a registration form that was sent without JavaScript, written into the page that answers it. */
export type PlainSubmission =
  | { sent: { firstName: string; email: string; waiting: boolean } }
  | { fields: Record<string, string>; errors: Record<string, string>; sentence: string }
