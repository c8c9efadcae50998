// Without zod: the public page shows the form and must not load the schemas.

type FormField = {
  name: string
  label: string
  /** The heading of its CSV column. */
  heading: string
  type?: 'email' | 'tel'
  autoComplete: string
  maxLength: number
  /** The error sentence for an empty field. Absent: the field is optional. */
  missing?: string
  /** Half the width of the form. */
  half?: true
}

/**
 * The fields of the registration form, in order. The form, its no-script twin, the insert statement and the CSV use
 * this list. A further field changes the notice about stored data too (notice.ts).
 */
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

/** The typed data of an attendee. */
export type AttendeeFields = Record<RequiredName, string> & Record<Exclude<FieldName, RequiredName>, string | null>

export const fieldNames: FieldName[] = formFields.map(({ name }) => name)

/** Picks the form's fields; empty optional fields become null. */
export function pickFields(typed: Partial<Record<FieldName, string | null>>): AttendeeFields {
  const value = (field: FormField & { name: FieldName }) =>
    field.missing ? (typed[field.name] ?? '') : typed[field.name]?.trim() || null
  return Object.fromEntries(formFields.map((field) => [field.name, value(field)])) as AttendeeFields
}
