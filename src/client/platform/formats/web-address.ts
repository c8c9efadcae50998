const withoutScheme = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#]|$)/u

/** Adds `https://` to addresses typed without it, such as "youtu.be/abc"; other text is unchanged. */
export function completeWebAddress(typed: string): string {
  const address = typed.trim()
  return withoutScheme.test(address) ? `https://${address}` : typed
}
