export const clientPackages: string[]
