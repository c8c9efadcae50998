import { z } from 'zod'

/** Why someone else, or the same person elsewhere, ended a session. */
export const sessionEndReason = z.enum(['disabled', 'password-reset', 'password-changed'])
export type SessionEndReason = z.infer<typeof sessionEndReason>
