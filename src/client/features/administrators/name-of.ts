import type { Administrator } from '#contract/administrators/endpoints.ts'

/** An account made on the command line may have no name; its address then says who it is. */
export const nameOf = ({ firstName, lastName, email }: Pick<Administrator, 'firstName' | 'lastName' | 'email'>) =>
  [firstName, lastName].filter(Boolean).join(' ') || email
