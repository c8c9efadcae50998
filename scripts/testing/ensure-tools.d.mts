export function postgresBinaries(): string | undefined
export function missingTools(): { what: string; lost: string; packages: string[] }[]
export function ensureTools(): void
