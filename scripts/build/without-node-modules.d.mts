import type { Plugin } from 'vite'

export function withoutNodeModules(): Plugin[]
