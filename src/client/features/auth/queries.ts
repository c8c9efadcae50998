import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/platform/api.ts'
import { currentUserKey, useRefreshUser } from '#client/platform/session.ts'
import {
  type ChangePassword,
  type CurrentUser,
  changePassword,
  currentUser,
  type FirstAdministrator,
  type ForgotPassword,
  forgotPassword,
  type Login,
  login,
  type NewPassword,
  resetPassword,
  type Signup,
  setUpFirstAdministrator,
  signup,
} from '#contract/auth/endpoints.ts'

export const useSignup = () => useMutation({ mutationFn: (body: Signup) => call(signup, { body }) })

/** Signs in and then asks who is there: a browser that drops the cookie must not look signed in. */
export const useLogin = () =>
  useMutation({
    mutationFn: async (body: Login): Promise<CurrentUser> => {
      await call(login, { body })
      return call(currentUser, {})
    },
  })

/** From now on the app shows what is this person's, and nothing of whoever was here before. */
export function useSignedIn() {
  const client = useQueryClient()
  return (user: CurrentUser) => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserKey[0] })
    client.setQueryData(currentUserKey, user)
  }
}

export function useChangePassword() {
  const refreshUser = useRefreshUser()
  return useMutation({
    mutationFn: (body: ChangePassword) => call(changePassword, { body }),
    onSuccess: refreshUser,
  })
}

export const useForgotPassword = () =>
  useMutation({ mutationFn: (body: ForgotPassword) => call(forgotPassword, { body }) })

export const useNewPassword = () => useMutation({ mutationFn: (body: NewPassword) => call(resetPassword, { body }) })

export const useFirstAdministrator = () =>
  useMutation({ mutationFn: (body: FirstAdministrator) => call(setUpFirstAdministrator, { body }) })
