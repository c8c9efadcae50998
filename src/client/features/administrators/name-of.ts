import type { Administrator } from '#contract/administrators/endpoints.ts'

/** An account from the command line may have no name, so fall back to its address. */
export const nameOf = ({ firstName, lastName, email }: Pick<Administrator, 'firstName' | 'lastName' | 'email'>) =>
  [firstName, lastName].filter(Boolean).join(' ') || email
