export function missingTools(): { what: string; lost: string }[]
export function ensureTools(): void
