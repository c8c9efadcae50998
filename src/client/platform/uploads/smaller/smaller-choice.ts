const storageKey = 'smaller-upload'

type Connection = { saveData?: boolean; effectiveType?: string }

/** For browsers that store nothing. */
let chosenHere: boolean | undefined

/** What the sender chose on this device; without a choice, what the connection suggests. */
export function isSmallerChosen(): boolean {
  if (chosenHere !== undefined) return chosenHere
  try {
    const chosen = localStorage.getItem(storageKey)
    if (chosen) return chosen === 'yes'
  } catch {
    // Storage is forbidden in some browsers.
  }
  const { connection } = navigator as { connection?: Connection }
  return Boolean(connection?.saveData) || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
}

export function chooseSmaller(isWanted: boolean) {
  chosenHere = isWanted
  try {
    localStorage.setItem(storageKey, isWanted ? 'yes' : 'no')
  } catch {
    // See above: it lasts as long as the page.
  }
}

export const smallerWords = {
  label: 'Smaller upload',
  hint: 'Photos with more than 4,096 pixels on one side are made smaller before they are sent.',
}
