const nothing = '\0no-module'

/** The HEIC decoder also supports Node and requires `fs` and the like there; browsers do not need them. */
export const withoutNodeModules = () => [
  {
    name: 'without-node-modules',
    enforce: 'pre',
    resolveId: (id, importer) => (importer?.includes('/libheif-js/') && !id.startsWith('.') ? nothing : undefined),
    load: (id) => (id === nothing ? 'export default {}' : undefined),
  },
]
