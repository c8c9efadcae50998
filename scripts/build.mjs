// Builds the client and the server into dist/. `npm start` calls it when something changed.
import { build } from 'vite'
import { writeStamp } from './stamp.mjs'

const quiet = { logLevel: 'warn' }

await build({ configFile: 'vite.config.ts', ...quiet })
await build({
  configFile: false,
  ...quiet,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      // Files are prepared in a process of their own: see platform/media/worker-pool.ts.
      input: { main: 'src/server/main.ts', 'media-worker': 'src/server/platform/media/worker.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
})
writeStamp()
