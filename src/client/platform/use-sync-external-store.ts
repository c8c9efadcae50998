/** Replaces the router's shim at build time (vite.config.ts), because this version of React has the hook. */
export { useSyncExternalStore } from 'react'
