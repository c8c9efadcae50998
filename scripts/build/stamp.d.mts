export function isStale(): boolean
export function writeStamp(): void
