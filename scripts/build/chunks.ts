type Graph = { getModuleInfo: (id: string) => { importedIds: string[] } | null }
type Membership = (id: string, graph: Graph) => boolean

/** What a module needs before it can run: all it imports, and what that imports, but nothing that is fetched later. */
function importsOf(entry: string): Membership {
  let found: Set<string> | undefined
  return (id, graph) => {
    if (!found) {
      found = new Set([entry])
      for (const module of found) for (const next of graph.getModuleInfo(module)?.importedIds ?? []) found.add(next)
    }
    return found.has(id)
  }
}

type Entries = { main: string; landing: string; event: string; app: string }

/**
 * Four files instead of two dozen small ones, which compress worse and take as many requests: what every page needs, what each of the
 * two pages needs that come with their content, and what the product around all other pages needs.
 */
export function chunkGroups(entries: Entries) {
  const [main, landing, event, app] = [entries.main, entries.landing, entries.event, entries.app].map(importsOf) as [
    Membership,
    Membership,
    Membership,
    Membership,
  ]
  const isCommon: Membership = (id, graph) => main(id, graph) || (landing(id, graph) && event(id, graph))
  return [group('index', isCommon), group('landing', landing), group('event', event), group('app', app)]
}

/** In the order of the list: the first group that wants a module gets it. */
const group = (name: string, wants: Membership) => ({
  debugName: name,
  name: (id: string, graph: Graph) => (wants(id, graph) ? name : null),
})
