/** A pattern for `ilike` that finds what was typed, signs included. */
export const containing = (typed: string) => `%${typed.replace(/[\\%_]/g, '\\$&')}%`
