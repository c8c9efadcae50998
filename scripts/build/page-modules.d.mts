export function readPageModules(): Record<string, string[]>
