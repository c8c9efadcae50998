export function describeLine(line: string): string | undefined
