import { type ComponentType, lazy } from 'react'

export type View = ComponentType & { preload: () => void }

/** A page in a file of its own, fetched when it is shown or about to be. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): View {
  let loading: Promise<{ default: ComponentType }> | undefined
  const loaded = () => {
    loading ??= load().then((module) => ({ default: module[name] }))
    return loading
  }
  // A failure shows when the page itself is opened.
  return Object.assign(lazy(loaded), { preload: () => void loaded().catch(() => undefined) })
}
