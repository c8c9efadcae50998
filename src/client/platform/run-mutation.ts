import type { UseMutationResult } from '@tanstack/react-query'

interface Outcome<Reply> {
  onSuccess: (reply: Reply) => void
  onError: (error: Error) => void
}

/**
 * Tells how it ended, whoever is still there: the change may be announced before its answer comes, and take the row with the
 * button off the screen. Callbacks given to `mutate` are not called then.
 */
export const runMutation = <Reply, Variables>(
  mutation: Pick<UseMutationResult<Reply, Error, Variables>, 'mutateAsync'>,
  variables: Variables,
  { onSuccess, onError }: Outcome<Reply>,
): Promise<void> => mutation.mutateAsync(variables).then(onSuccess, onError)
