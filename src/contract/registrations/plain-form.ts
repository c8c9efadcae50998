import { z } from 'zod'

/** What came of a registration form that was sent without JavaScript, written into the page that answers it. */
export const PlainSubmission = z.union([
  z.object({
    sent: z.object({ firstName: z.string(), email: z.string(), waiting: z.boolean(), toConfirm: z.boolean() }),
  }),
  z.object({
    fields: z.record(z.string(), z.string()),
    errors: z.record(z.string(), z.string()),
    sentence: z.string(),
  }),
])
export type PlainSubmission = z.output<typeof PlainSubmission>
