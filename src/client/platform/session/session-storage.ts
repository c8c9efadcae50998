/** Values of this tab that survive a reload. Without storage nothing is stored. */
export function remember(key: string, value: string) {
  try {
    sessionStorage.setItem(key, value)
  } catch {}
}

export function recall(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function forget(key: string) {
  try {
    sessionStorage.removeItem(key)
  } catch {}
}
