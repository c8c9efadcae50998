// Without letters that look or sound like another one.
const consonants = 'bdfghjkmnprstvwz'
const vowels = 'aeiou'
const words = 4

/** Four spoken words such as `kotan-mivur-desap-hozin`: 66 random bits that survive a phone call. */
export function readablePassword(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(words * 5))
  const letters = Array.from(numbers, (number, index) => pick((index % 5) % 2 === 0 ? consonants : vowels, number))
  return Array.from({ length: words }, (_, word) => letters.slice(word * 5, word * 5 + 5).join('')).join('-')
}

const pick = (from: string, number: number) => from.charAt(number % from.length)
