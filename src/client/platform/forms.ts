import { type FormEvent, useRef } from 'react'
import type {
  FieldPath,
  FieldValues,
  SubmitErrorHandler,
  SubmitHandler,
  UseFormReturn,
  UseFormSetError,
} from 'react-hook-form'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { ApiProblem } from './requests/api.ts'

/**
 * The server's sentence, else the specified one. Below status 400 only the reply was unreadable, so "Failed to …"
 * would not be true.
 */
export const sentenceOf = (error: unknown, otherwise: string) =>
  error instanceof ApiProblem && (error.code !== 'unexpected' || error.status < 400) ? error.sentence : otherwise

/** For a toast without a field: the first field error says more than the general sentence. */
export const reasonOf = (error: unknown, otherwise: string) =>
  (error instanceof ApiProblem ? Object.values(error.fields)[0] : undefined) ?? sentenceOf(error, otherwise)

/** Shows a refused form's errors, which stay until the next submit, and a toast with the specified title. */
export function showRefusal<Form extends FieldValues>(error: unknown, refusal: Refusal<Form>) {
  const { title, otherwise, setError, fields } = refusal
  showFormErrors(error, { otherwise, setError, fields })
  toast({ variant: 'destructive', title, description: sentenceOf(error, otherwise) })
}

type FormErrors<Form extends FieldValues> = {
  otherwise: string
  setError: UseFormSetError<Form>
  fields: FieldPath<Form>[]
}
type Refusal<Form extends FieldValues> = FormErrors<Form> & { title: string }

/** Shows the server's errors beside their fields, or as the error of the whole form. */
export function showFormErrors<Form extends FieldValues>(
  error: unknown,
  { otherwise, setError, fields }: FormErrors<Form>,
) {
  if (!showFieldErrors(error, setError, fields)) setError('root', { message: sentenceOf(error, otherwise) })
}

/** Shows the server's errors beside their fields; false if none of the fields is in the form. */
export function showFieldErrors<Form extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Form>,
  fields: FieldPath<Form>[],
): boolean {
  if (!(error instanceof ApiProblem)) return false
  const known = fields.filter((field) => error.fields[field])
  for (const [index, field] of known.entries()) {
    setError(field, { message: error.fields[field] }, { shouldFocus: index === 0 })
  }
  return known.length > 0
}

/** Ignores a second submit while the first is pending. `work` returns the promise of the answer. */
export function useSubmit<Form extends FieldValues, Valid extends FieldValues>(
  form: UseFormReturn<Form, unknown, Valid>,
  work: SubmitHandler<Valid>,
  onInvalid?: SubmitErrorHandler<Form>,
) {
  const running = useRef(false)
  return (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    running.current = true
    void form
      .handleSubmit(
        work,
        onInvalid,
      )(event)
      .finally(() => {
        running.current = false
      })
  }
}
