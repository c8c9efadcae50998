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
 * The sentence for people: the server's own, else the one the specification gives. Where only the answer could not be understood
 * (a status below 400) nothing failed, and the specified "Failed to …" would not be true.
 */
export const sentenceOf = (error: unknown, otherwise: string) =>
  error instanceof ApiProblem && (error.code !== 'unexpected' || error.status < 400) ? error.sentence : otherwise

/** For a toast without a field beside it: the server's word about a field says more than its general sentence. */
export const reasonOf = (error: unknown, otherwise: string) =>
  (error instanceof ApiProblem ? Object.values(error.fields)[0] : undefined) ?? sentenceOf(error, otherwise)

/** A refused form: each named field says why, and a toast carries the specified title. */
export function showRefusal<Form extends FieldValues>(error: unknown, refusal: Refusal<Form>) {
  const { title, otherwise, setError, fields = [] } = refusal
  if (setError) showFieldErrors(error, setError, fields)
  toast({ variant: 'destructive', title, description: sentenceOf(error, otherwise) })
}

type Refusal<Form extends FieldValues> = {
  title: string
  otherwise: string
  setError?: UseFormSetError<Form>
  fields?: FieldPath<Form>[]
}

/** Puts the server's words beside the fields they are about; false when they are about none of these. */
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

/** For a form's onSubmit: two quick presses of Enter are one submission. `work` returns the promise of the answer. */
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
