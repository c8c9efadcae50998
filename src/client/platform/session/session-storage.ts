/** Values that this tab keeps across a reload. Nothing is kept if storage is forbidden. */
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
