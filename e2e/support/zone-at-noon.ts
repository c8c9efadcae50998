/** Where it is noon now: at night emails wait for the morning. */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  // The sign of these names is the opposite of what people write.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
