/** A time zone where it is noon now: at night emails wait for the morning. */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  // These names have the opposite sign of the usual notation.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
