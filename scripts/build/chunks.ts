type Graph = { getModuleInfo: (id: string) => { importedIds: string[] } | null }
type Membership = (id: string, graph: Graph) => boolean

/** What a module needs before it can run: all it imports, and what that imports, but nothing that is fetched later. */
function importsOf(entry: string): Membership {
  let found: Set<string> | undefined
  return (id, graph) => {
    if (!found) {
      // A file that was moved would silently be part of no group.
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
  /** Logging in and signing up. */
  signIn: string[]
  /** What volunteers open on their phones. */
  volunteers: string
  /** Check-in as administrators have it. */
  door: string[]
  /** Everything else for whoever is signed in. */
  screens: string[]
}

/**
 * A few files instead of a hundred small ones, which compress worse and take as many requests: what every page needs, what each of the
 * two pages needs that come with their content, what the product around all other pages needs, and what several screens share.
 * Who logs in or keeps a door loads nothing that only the screens behind the login share.
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

/** In the order of the list: the first group that wants a module gets it. */
const group = (name: string, wants: Membership) => ({
  debugName: name,
  name: (id: string, graph: Graph) => (wants(id, graph) ? name : null),
})
