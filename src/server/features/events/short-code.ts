import { randomBytes } from 'node:crypto'

/** Without i, l, o and u: no two of these are taken for one another. */
export const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Each character is five random bits. */
export const randomCode = (length: number) => [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join('')

/** As it was meant: any case, and look-alikes read as what they look like. */
export const readable = (typed: string) => typed.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1')
