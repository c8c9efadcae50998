import { z } from 'zod'

/** The reason why somebody else, or the same person elsewhere, ended a session. */
export const sessionEndReason = z.enum(['disabled', 'password-reset', 'password-changed'])
export type SessionEndReason = z.infer<typeof sessionEndReason>
