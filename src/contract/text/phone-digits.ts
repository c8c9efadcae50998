// Without zod: the public page judges by it too and must not load the schemas.

export const invalidPhone = 'Valid phone number is required'

const fewestDigits = 7

/** Punctuation alone, or a few digits, is no number anyone can call. In any script. */
export const hasPhoneDigits = (value: string) => value.replace(/\P{Nd}/gu, '').length >= fewestDigits
