// Without zod: the public page uses this rule too and must not load the schemas.

export const invalidPhone = 'Valid phone number is required'

const fewestDigits = 7

/** Counts digits of any script: punctuation or a few digits are no phone number. */
export const hasPhoneDigits = (value: string) => value.replace(/\P{Nd}/gu, '').length >= fewestDigits
