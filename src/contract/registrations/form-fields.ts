// Without zod: the public page shows the form and must not load the schemas.

type FormField = {
  name: string
  label: string
  /** Of its column in the CSV file. */
  heading: string
  type?: 'email' | 'tel'
  autoComplete: string
  maxLength: number
  /** The sentence below the field when it is empty. Absent: the field may stay empty. */
  missing?: string
  /** Half as wide as the form. */
  half?: true
}

/** The fields of the registration form, in its order. The form, its plain twin, the statement that inserts and the CSV follow it. */
export const formFields = [
  {
    name: 'firstName',
    label: 'First Name',
    heading: 'First Name',
    autoComplete: 'given-name',
    maxLength: 200,
    missing: 'Please enter your first name',
    half: true,
  },
  {
    name: 'lastName',
    label: 'Last Name',
    heading: 'Last Name',
    autoComplete: 'family-name',
    maxLength: 200,
    missing: 'Please enter your last name',
    half: true,
  },
  {
    name: 'email',
    label: 'Email',
    heading: 'Email',
    type: 'email',
    autoComplete: 'email',
    maxLength: 254,
    missing: 'Please enter your email address',
  },
  {
    name: 'phone',
    label: 'Phone',
    heading: 'Phone',
    type: 'tel',
    autoComplete: 'tel',
    maxLength: 40,
    missing: 'Please enter your phone number',
  },
  {
    name: 'companyName',
    label: 'Company Name (Optional)',
    heading: 'Company',
    autoComplete: 'organization',
    maxLength: 200,
  },
] as const satisfies FormField[]

type Field = (typeof formFields)[number]
type RequiredName = Extract<Field, { missing: string }>['name']
export type FieldName = Field['name']

/** What an attendee is registered with. */
export type AttendeeFields = Record<RequiredName, string> & Record<Exclude<FieldName, RequiredName>, string | null>

export const fieldNames: FieldName[] = formFields.map(({ name }) => name)

/** The fields of the form and nothing else; an optional one that was left empty is null. */
export function pickFields(typed: Partial<Record<FieldName, string | null>>): AttendeeFields {
  const value = (field: FormField & { name: FieldName }) =>
    field.missing ? (typed[field.name] ?? '') : typed[field.name]?.trim() || null
  return Object.fromEntries(formFields.map((field) => [field.name, value(field)])) as AttendeeFields
}
