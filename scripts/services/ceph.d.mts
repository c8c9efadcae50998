export const key: { id: string; secret: string }
export function startCeph(folder: string, port: number): Promise<void>
export function endpointOf(folder: string): string
export function stopCeph(folder: string): Promise<void>
export function ensureCeph(): void
