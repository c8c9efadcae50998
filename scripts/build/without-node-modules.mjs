const nothing = '\0no-module'

/** The decoder of HEIC photos also runs in Node, and asks for `fs` and the like there only. */
export const withoutNodeModules = () => [
  {
    name: 'without-node-modules',
    enforce: 'pre',
    resolveId: (id, importer) => (importer?.includes('/libheif-js/') && !id.startsWith('.') ? nothing : undefined),
    load: (id) => (id === nothing ? 'export default {}' : undefined),
  },
]
