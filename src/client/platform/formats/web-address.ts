const withoutScheme = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#]|$)/u

/** "youtu.be/abc", as browsers show and copy it, is an address for people; everything else stays as it was typed. */
export function completeWebAddress(typed: string): string {
  const address = typed.trim()
  return withoutScheme.test(address) ? `https://${address}` : typed
}
