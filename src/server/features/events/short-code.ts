import { randomInt } from 'node:crypto'

/** Without i, l, o and u: no two of these are taken for one another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Each character is five random bits of one number, which holds nine of them. */
export function randomCode(length: number): string {
  let code = ''
  for (let rest = randomInt(32 ** length); code.length < length; rest = Math.floor(rest / 32))
    code += alphabet[rest % 32]
  return code
}

/** As it was meant: any case, and look-alikes read as what they look like. */
export const readable = (typed: string) => typed.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1')
