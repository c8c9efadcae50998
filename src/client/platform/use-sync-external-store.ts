/** Replaces the router's shim for old versions of React at build time (vite.config.ts): ours has the hook. */
export { useSyncExternalStore } from 'react'
