/** A sentence for each rule that a migration breaks. */
export function findFaults(name: string, text: string): string[]
