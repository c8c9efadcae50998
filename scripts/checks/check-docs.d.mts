export function findFaults(documents: { name: string; text: string }[], tracked: string[]): string[]
