import { type ComponentType, createElement, lazy, useState } from 'react'

export type View = ComponentType & {
  preload: () => void
}

/** Chosen once: another type of component would be another page, without what was typed into it. */
function Chosen({ choose }: { choose: () => ComponentType }) {
  const [Page] = useState(choose)
  return createElement(Page)
}

/** A page in a file of its own, fetched when it is shown or about to be. */
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
    // A failure shows when the page itself is opened.
    preload: () => void loaded().catch(() => undefined),
  })
}
