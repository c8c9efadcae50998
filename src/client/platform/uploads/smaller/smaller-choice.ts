const storageKey = 'smaller-upload'

type Connection = { saveData?: boolean; effectiveType?: string }

/** Fallback for browsers without storage. */
let chosenHere: boolean | undefined

/** The sender's choice on this device; the default depends on the connection. */
export function isSmallerChosen(): boolean {
  if (chosenHere !== undefined) return chosenHere
  try {
    const chosen = localStorage.getItem(storageKey)
    if (chosen) return chosen === 'yes'
  } catch {
    // Some browsers forbid storage.
  }
  const { connection } = navigator as { connection?: Connection }
  return Boolean(connection?.saveData) || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
}

export function chooseSmaller(isWanted: boolean) {
  chosenHere = isWanted
  try {
    localStorage.setItem(storageKey, isWanted ? 'yes' : 'no')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

export const smallerWords = {
  label: 'Smaller upload',
  hint: 'Sends smaller photos. Faster on a slow connection.',
}
