import * as auth from '#server/features/auth/service.ts'

export const goodPassword = 'Lanes-and-sun-42'

let hash: Promise<string> | undefined

/** One for everybody: to compute it takes longer than all else a test prepares. */
export const hashOfGoodPassword = () => {
  hash ??= auth.preparePassword(goodPassword, [])
  return hash
}
