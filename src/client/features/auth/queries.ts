import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { call } from '#client/platform/requests/api.ts'
import { currentUserKey, useRefreshUser } from '#client/platform/session/session.ts'
import { forgetSignedOut } from '#client/platform/session/signed-out.ts'
import {
  type ChangePassword,
  type ConfirmAddress,
  type CurrentUser,
  changePassword,
  confirmAddress,
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

export const signupFailure = 'Could not create account. Please try again.'

export const useSignup = () =>
  useMutationWithToasts({
    mutationFn: (body: Signup) => call(signup, { body }),
    success: () => ({
      title: 'Account created!',
      description: 'Your company account has been created successfully.',
    }),
    failure: failureToast('Signup failed', signupFailure),
  })

/** Signs in, then reads the session: a browser that drops the cookie must not appear signed in. */
export const useLogin = () =>
  useMutation({
    mutationFn: async (body: Login): Promise<CurrentUser> => {
      await call(login, { body })
      return call(currentUser, {})
    },
  })

/** Replaces all cached data of the previous user after a sign-in. */
export function useSignedIn() {
  const client = useQueryClient()
  return (user: CurrentUser) => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserKey[0] })
    client.setQueryData(currentUserKey, user)
    forgetSignedOut()
  }
}

export function useChangePassword() {
  const refreshUser = useRefreshUser()
  return useMutationWithToasts({
    mutationFn: (body: ChangePassword) => call(changePassword, { body }),
    onSuccess: refreshUser,
    success: ({ message }) => ({ title: 'Password changed', description: message }),
    failure: failureToast('Error', 'Failed to update password'),
  })
}

export const useForgotPassword = () =>
  useMutation({ mutationFn: (body: ForgotPassword) => call(forgotPassword, { body }) })

export const useNewPassword = () => useMutation({ mutationFn: (body: NewPassword) => call(resetPassword, { body }) })

export const useFirstAdministrator = () =>
  useMutation({ mutationFn: (body: FirstAdministrator) => call(setUpFirstAdministrator, { body }) })

export const useConfirmAddress = () =>
  useMutation({ mutationFn: (body: ConfirmAddress) => call(confirmAddress, { body }) })
