import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { type ToastOptions, toast } from '#client/ui/toasts/toast-store.ts'
import { reasonOf, sentenceOf } from './forms.ts'

type ToastText = Omit<ToastOptions, 'variant'>

interface Toasts<Reply, Variables> {
  /** Nothing where the screen itself shows what was done. */
  success?: (reply: Reply, variables: Variables) => ToastText
  failure: (error: Error, variables: Variables) => ToastText
}

interface Callbacks<Reply> {
  onSuccess?: (reply: Reply) => void
  onError?: (error: Error) => void
}

/**
 * A mutation with the toasts that say how it ended. `run` also shows them when the component is unmounted before the answer comes;
 * the library does not call callbacks given to `mutate` then.
 */
export function useMutationWithToasts<Reply, Variables = void>({
  success,
  failure,
  ...options
}: UseMutationOptions<Reply, Error, Variables> & Toasts<Reply, Variables>) {
  const mutation = useMutation(options)

  /** Resolves to whether it succeeded. The callbacks come first: a dialog is closed before the toast is shown. */
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

/** The server's sentence, or the specified one where it has none. */
export const failureToast = (title: string, otherwise: string) => (error: Error) => ({
  title,
  description: sentenceOf(error, otherwise),
})

/** The same, but what the server says about a field comes first. */
export const fieldFailureToast = (title: string, otherwise: string) => (error: Error) => ({
  title,
  description: reasonOf(error, otherwise),
})
