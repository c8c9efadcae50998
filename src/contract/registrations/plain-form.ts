import { z } from 'zod'

/** The result of a registration form sent without JavaScript, embedded in the answering page. */
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
