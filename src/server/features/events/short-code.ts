import { randomInt } from 'node:crypto'

/** Omits i, l, o and u, so that no two characters are confused. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Each character is five random bits of one number, which holds nine of them. */
export function randomCode(length: number): string {
  let code = ''
  for (let rest = randomInt(32 ** length); code.length < length; rest = Math.floor(rest / 32))
    code += alphabet[rest % 32]
  return code
}

/** Normalises a typed code: lower case, with look-alike characters replaced. */
export const readable = (typed: string) => typed.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1')
