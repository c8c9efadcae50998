type Graph = { getModuleInfo: (id: string) => { importedIds: string[] } | null }
type Membership = (id: string, graph: Graph) => boolean

/** The static imports of a module, transitively; dynamic imports are excluded. */
function importsOf(entry: string): Membership {
  let found: Set<string> | undefined
  return (id, graph) => {
    if (!found) {
      // A moved file would silently be in no group.
      if (!graph.getModuleInfo(entry))
        throw new Error(`${entry} is not part of the client: mend the list of its screens`)
      found = new Set([entry])
      for (const module of found) for (const next of graph.getModuleInfo(module)?.importedIds ?? []) found.add(next)
    }
    return found.has(id)
  }
}

type Entries = {
  main: string
  landing: string
  event: string
  app: string
  /** Pages for login and signup. */
  signIn: string[]
  /** The volunteers' page for phones. */
  volunteers: string
  /** The administrators' check-in pages. */
  door: string[]
  /** All other pages of signed-in people. */
  screens: string[]
}

/**
 * Groups modules into a few files, since a hundred small ones compress worse and need as many requests. Groups: modules
 * of every page, of each server-rendered page, of the app shell, and modules that several screens share. Login and door
 * pages load no group that only the screens behind the login share.
 */
export function chunkGroups(entries: Entries) {
  const [main, landing, event, app] = [entries.main, entries.landing, entries.event, entries.app].map(importsOf) as [
    Membership,
    Membership,
    Membership,
    Membership,
  ]
  const volunteers = importsOf(entries.volunteers)
  const signIn = entries.signIn.map(importsOf)
  const door = [volunteers, ...entries.door.map(importsOf)]
  const screens = entries.screens.map(importsOf)
  const isCommon: Membership = (id, graph) => main(id, graph) || (landing(id, graph) && event(id, graph))
  return [
    group('index', isCommon),
    group('landing', landing),
    group('event', event),
    group('app', app),
    group(
      'sign-in',
      (id, graph) => count(signIn, id, graph) > 0 && count([...signIn, ...door, ...screens], id, graph) > 1,
    ),
    group('controls', (id, graph) => volunteers(id, graph) && count(screens, id, graph) > 0),
    group('screens', (id, graph) => count(screens, id, graph) > 0 && count([...door, ...screens], id, graph) > 1),
    group('door', (id, graph) => count(door, id, graph) > 1),
  ]
}

const count = (these: Membership[], id: string, graph: Graph) => these.filter((needs) => needs(id, graph)).length

/** Groups apply in order: the first match gets the module. */
const group = (name: string, wants: Membership) => ({
  debugName: name,
  name: (id: string, graph: Graph) => (wants(id, graph) ? name : null),
})
