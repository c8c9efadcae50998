/** Refuses the thirtieth of February and clocks that were never set. */
export function isRealTime(local: string): boolean {
  const time = new Date(`${local}Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(local) && time.getUTCFullYear() > 1990
}
