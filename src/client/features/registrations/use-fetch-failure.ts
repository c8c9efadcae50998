import { useEffect } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'

/** One toast per failure, with the specified title. */
export function useFetchFailure(error: Error | null, title: string) {
  useEffect(() => {
    if (error) toast({ variant: 'destructive', title, description: sentenceOf(error, 'Please try again.') })
  }, [error, title])
}
