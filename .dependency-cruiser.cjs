// contract ← platform ← features ← app. Server and client never meet. Another slice is entered by its door.
const slices = require('./scripts/checks/slices.cjs')

const slice = '^src/(server|client)/features/([^/]+)/'
const doors = ['^src/server/features/[^/]+/(service|tables)\\.ts$', '^src/client/features/[^/]+/(queries\\.ts$|parts/)']
const tests = '\\.test\\.tsx?$|^src/server/testing'

const only = (name, library, homes) => ({
  name,
  severity: 'error',
  from: { path: '^src/', pathNot: [...homes, tests] },
  to: { path: `node_modules/(${library})/` },
})

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-zod-and-nothing-else',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: tests },
      to: { pathNot: ['^src/contract/', 'node_modules/zod/'] },
    },
    {
      name: 'server-never-meets-client',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: '^src/client/' },
    },
    {
      name: 'client-never-meets-server',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^src/(server|client)/platform/', pathNot: tests },
      to: { path: '^src/(server|client)/(features|app|commands|main)' },
    },
    {
      // What the platform shares with the client stands beside the slices; a slice tells the platform what it needs.
      name: 'server-platform-knows-no-slice-of-the-contract',
      severity: 'error',
      from: { path: '^src/server/platform/', pathNot: tests },
      // Texts and branding belong to no slice.
      to: { path: '^src/contract/[^/]+/', pathNot: '^src/contract/(branding|text)/' },
    },
    {
      name: 'ui-knows-no-product',
      severity: 'error',
      from: { path: '^src/client/ui/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/client/ui/' },
    },
    {
      name: 'features-do-not-know-the-app',
      severity: 'error',
      from: { path: '^src/(server|client)/features/', pathNot: tests },
      to: { path: '^src/(server/(app|main|commands)|client/(app|main))' },
    },
    {
      name: 'other-slice-by-its-door',
      severity: 'error',
      from: { path: slice, pathNot: tests },
      to: { path: slice, pathNot: ['^src/$1/features/$2/', ...doors] },
    },
    {
      name: 'slices-form-no-circle',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/client/features/' },
      to: { path: '^src/client/features/', circular: true },
    },
    ...slices.map((name, index) => ({
      name: 'slices-import-only-earlier-ones',
      severity: 'error',
      from: { path: `^src/server/features/${name}/`, pathNot: tests },
      to: { path: `^src/server/features/(${slices.slice(index + 1).join('|') || '-'})/` },
    })),
    {
      name: 'parts-of-proofs-know-files-only',
      severity: 'error',
      from: { path: '^src/client/features/proofs/(files|fix|hand-in|review)/', pathNot: tests },
      to: { path: '^src/client/features/proofs/(fix|hand-in|review)/', pathNot: '^src/client/features/proofs/$1/' },
    },
    { name: 'no-circle', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    only('sql-in-stores', 'drizzle-orm', ['(store|tables)\\.ts$', '^src/server/platform/']),
    only('http-in-routes', 'fastify', ['routes\\.ts$', '^src/server/app\\.ts$', '^src/server/platform/http/']),
    only('smtp-in-mail', 'nodemailer', ['^src/server/platform/mail/']),
    only('uppy-in-one-folder', '@uppy', ['^src/client/platform/uploads/uppy/']),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
