import { type ComponentType, createElement, lazy, useState } from 'react'

export type View = ComponentType & {
  preload: () => void
}

/** Fixes the component type at mount: another type would remount the page and lose typed text. */
function Chosen({ choose }: { choose: () => ComponentType }) {
  const [Page] = useState(choose)
  return createElement(Page)
}

/** A page in a separate chunk, loaded at its first render or by `preload`. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): View {
  let loading: Promise<{ default: ComponentType }> | undefined
  let Loaded: ComponentType | undefined
  const loaded = () => {
    loading ??= load().then((module) => {
      Loaded = module[name]
      return { default: Loaded }
    })
    return loading
  }
  const Lazy = lazy(loaded)
  const choose = () => Loaded ?? Lazy
  return Object.assign(() => createElement(Chosen, { choose }), {
    // Opening the page reports the failure.
    preload: () => void loaded().catch(() => undefined),
  })
}
