import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { ApiProblem, callUnparsed } from '#client/platform/requests/api.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { receivedToConfirm } from '#contract/registrations/confirmation.ts'
import type { register } from '#contract/registrations/endpoints.ts'
import { type FieldName, fieldNames, formFields, pickFields } from '#contract/registrations/form-fields.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import { hasPhoneDigits, invalidPhone } from '#contract/text/phone-digits.ts'
import { type Fields, forgetTyped, keepTyped, noteRegistered, recallTyped, type Sent } from './form-memory.ts'
import { fetchOwnContact } from './own-contact.ts'

export type RefusedSubmission = Extract<PlainSubmission, { sentence: string }>
type Errors = Partial<Record<FieldName, string>>
export type Trouble = { offline: boolean; sentence: string }

const missing: Errors = Object.fromEntries(
  formFields.flatMap((field) => ('missing' in field ? [[field.name, field.missing]] : [])),
)
const blank = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Fields
const failure = 'Failed to register for event. Please try again.'
// Looser than the server's check, so that no valid address is refused here.
const likeAnAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

interface Options {
  onSent: (sent: Sent) => void
  onRefused: () => void
  before: RefusedSubmission | undefined
  /** False if the signed-in company registers somebody else. */
  forSelf: boolean
}

/** State of the form without a form library, to keep the page small for bad phone networks. */
export function useRegistration(eventId: string, { onSent, onRefused, before, forSelf }: Options) {
  const [fields, setFields] = useState((): Fields => ({ ...blank, ...(recallTyped(eventId) ?? before?.fields) }))
  const [errors, setErrors] = useState<Errors>(before?.errors ?? {})
  const [trouble, setTrouble] = useState<Trouble | undefined>(before && { offline: false, sentence: before.sentence })
  const [sending, setSending] = useState(false)
  const underWay = useRef(false)
  const dismissMissing = useRef<() => void>(undefined)
  const form = useRef<HTMLFormElement>(null)

  // Text that was typed before hydration.
  useLayoutEffect(() => {
    if (form.current) setFields(typedInto(form.current))
  }, [])

  useEffect(() => {
    if (!forSelf || before || recallTyped(eventId) !== undefined) return
    void fetchOwnContact().then((contact) => contact && setFields(fillEmpty(contact)))
  }, [eventId, forSelf, before])

  function type(name: FieldName, value: string) {
    const typed = { ...fields, [name]: value }
    setFields(typed)
    keepTyped(eventId, typed)
    if (errors[name]) setErrors({ ...errors, [name]: undefined })
    if (!isAnyMissing(faultsOf(typed))) dismissMissing.current?.()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const wrong = faultsOf(fields)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) {
      if (isAnyMissing(wrong)) {
        dismissMissing.current = toast({
          variant: 'destructive',
          title: 'Missing Information',
          description: 'Please fill in all required fields',
        })
      }
      return focusFirst(form, wrong)
    }
    if (underWay.current) return
    underWay.current = true
    setSending(true)
    try {
      const { waiting, message } = await callUnparsed<typeof register>(
        { method: 'POST', path: '/events/:id/register' },
        { params: { id: eventId }, body: pickFields(fields) },
      )
      forgetTyped(eventId)
      const minutesSince = noteRegistered(eventId, fields.email)
      toast(
        minutesSince === undefined
          ? {
              title: 'Registration Submitted!',
              description: `Your registration is pending approval. You will receive a confirmation email with QR code once approved.`,
            }
          : {
              title: 'Already registered',
              description: 'This address was registered here before. Nothing was changed.',
            },
      )
      onSent({
        firstName: fields.firstName.trim(),
        email: fields.email.trim(),
        waiting,
        toConfirm: message === receivedToConfirm,
        minutesSince,
      })
    } catch (error) {
      const refused = error instanceof ApiProblem ? error : undefined
      const gone = refused?.code === 'event-gone'
      const closed = gone || refused?.code === 'registration-closed' || refused?.code === 'event-cancelled'
      toast({
        variant: 'destructive',
        title: gone ? 'No event available' : 'Registration Failed',
        // A retry would not help.
        description: closed ? refused.sentence : failure,
      })
      setErrors(refused?.fields ?? {})
      setTrouble({ offline: refused?.code === 'offline', sentence: sentenceOf(error, failure) })
      if (refused) focusFirst(form, refused.fields)
      if (closed) onRefused()
    } finally {
      underWay.current = false
      setSending(false)
    }
  }

  return { form, fields, errors, trouble, sending, type, submit }
}

/** Returns the same object if nothing changed, which skips a render. */
const typedInto =
  (form: HTMLFormElement) =>
  (known: Fields): Fields => {
    const typed = new FormData(form)
    const valueIn = (name: FieldName) => String(typed.get(name) ?? known[name])
    if (fieldNames.every((name) => valueIn(name) === known[name])) return known
    return Object.fromEntries(fieldNames.map((name) => [name, valueIn(name)])) as Fields
  }

const fillEmpty =
  (contact: Partial<Fields>) =>
  (typed: Fields): Fields =>
    Object.fromEntries(fieldNames.map((name) => [name, typed[name] || (contact[name] ?? '')])) as Fields

function faultsOf(fields: Fields): Errors {
  const wrong: Errors = {}
  for (const name of fieldNames) if (missing[name] && !fields[name].trim()) wrong[name] = missing[name]
  if (!wrong.email && !likeAnAddress.test(fields.email.trim())) wrong.email = 'Invalid email address'
  if (!wrong.phone && !hasPhoneDigits(fields.phone)) wrong.phone = invalidPhone
  return wrong
}

const isAnyMissing = (wrong: Errors) => fieldNames.some((name) => wrong[name] && wrong[name] === missing[name])

function focusFirst(form: HTMLFormElement, wrong: Errors) {
  const first = fieldNames.find((name) => wrong[name])
  if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
}
