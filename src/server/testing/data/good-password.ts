import * as auth from '#server/features/auth/service.ts'

export const goodPassword = 'Lanes-and-sun-42'

let hash: Promise<string> | undefined

/** Computed once and shared: hashing takes longer than the rest of a test's preparation. */
export const hashOfGoodPassword = () => {
  hash ??= auth.preparePassword(goodPassword, [])
  return hash
}
