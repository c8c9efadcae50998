/** A sentence for each rule that a migration breaks. One from before the rules keeps them too if it was written again. */
export function findFaults(name: string, text: string, writtenAgain?: string[]): string[]
