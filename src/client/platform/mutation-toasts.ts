import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { type ToastOptions, toast } from '#client/ui/toasts/toast-store.ts'
import { reasonOf, sentenceOf } from './forms.ts'

type ToastText = Omit<ToastOptions, 'variant'>

interface Toasts<Reply, Variables> {
  /** Undefined if the screen itself shows the result. */
  success?: (reply: Reply, variables: Variables) => ToastText
  failure: (error: Error, variables: Variables) => ToastText
}

interface Callbacks<Reply> {
  onSuccess?: (reply: Reply) => void
  onError?: (error: Error) => void
}

/**
 * A mutation with result toasts. `run` shows them even after the component is unmounted; the library skips callbacks
 * of `mutate` then.
 */
export function useMutationWithToasts<Reply, Variables = void>({
  success,
  failure,
  ...options
}: UseMutationOptions<Reply, Error, Variables> & Toasts<Reply, Variables>) {
  const mutation = useMutation(options)

  /** Resolves to its success. Callbacks run first, so a dialog closes before the toast appears. */
  function run(variables: Variables, { onSuccess, onError }: Callbacks<Reply> = {}): Promise<boolean> {
    return mutation.mutateAsync(variables).then(
      (reply) => {
        onSuccess?.(reply)
        if (success) toast(success(reply, variables))
        return true
      },
      (error: Error) => {
        onError?.(error)
        toast({ variant: 'destructive', ...failure(error, variables) })
        return false
      },
    )
  }

  return { ...mutation, run }
}

/** The server's sentence, or the specified one. */
export const failureToast = (title: string, otherwise: string) => (error: Error) => ({
  title,
  description: sentenceOf(error, otherwise),
})

/** Like `failureToast`, but a field error takes precedence. */
export const fieldFailureToast = (title: string, otherwise: string) => (error: Error) => ({
  title,
  description: reasonOf(error, otherwise),
})
