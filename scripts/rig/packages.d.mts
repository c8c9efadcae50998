export function postgresBinaries(): string | undefined
export function listMissing(names?: string[]): string[]
export function installCommand(names: string[]): string
export function installMissing(names?: string[]): string[]
export function installPackages(packages: string[]): number
