let email = ''

/** Carries the address from signup to the login form, in memory only. */
export function carryEmail(typed: string) {
  email = typed
}

export const carriedEmail = () => email
