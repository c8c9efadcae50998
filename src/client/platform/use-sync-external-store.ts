/** What the router's shim for old versions of React is replaced with at build time (vite.config.ts): ours has it itself. */
export { useSyncExternalStore } from 'react'
