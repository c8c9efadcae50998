import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { backUp } from '#server/testing/data/restored.ts'
import { type Changed, startServerWith } from '#server/testing/guards.ts'
import { pathOf } from './files.ts'
import { sweep } from './service.ts'
import { reports } from './tables.ts'

type Backup = Awaited<ReturnType<typeof backUp>>

/** The sweep of a report whose time is over, and a backup that begins once the sweep has found that there is none. */
async function sweepWhileBackupBegins(...changes: Changed[]) {
  let backup: Promise<Backup> | undefined
  let endSweep = () => {}
  const swept = new Promise<void>((resolve) => {
    endSweep = resolve
  })
  const beginBackup: Changed = {
    find: /pg_try_advisory_xact_lock_shared/,
    async after() {
      const { files } = server.platform
      const readWhole = files.readWhole.bind(files)
      const hasRows = new Promise<void>((resolve) => {
        files.readWhole = async (path) => {
          resolve()
          await swept
          return readWhole(path)
        }
      })
      backup = backUp(server)
      // With no file to copy it is over at once.
      await Promise.race([hasRows, backup])
    },
  }
  const server = await startServerWith(beginBackup, ...changes)
  const { userId: requestedBy } = await server.unchanged.anAdmin()
  const period = { from: '2026-04-01', to: '2026-04-02' }
  const [report] = await server.db
    .insert(reports)
    .values({ kind: 'challenge', ...period, requestedBy, state: 'ready', createdAt: new Date('2026-04-03') })
    .returning()
  const path = pathOf(report?.id ?? '')
  await server.platform.files.write(path, Readable.from([Buffer.from('%PDF')]), 4)

  await sweep(server.platform)
  endSweep()
  return { path, missing: (await backup)?.missingNames, left: await server.db.$count(reports) }
}

test('a report that is swept while a backup begins is not missing in it', async () => {
  expect(await sweepWhileBackupBegins()).toMatchObject({ missing: [], left: 0 })
})

test('red control: a report that is not marked before is', async () => {
  const withoutMark: Changed = {
    find: /^update "reports" set "state"/,
    without: (query) => ({
      ...query,
      text: query.text.replace(/"state" = (\$\d+)/, '"state" = coalesce("state", $1)'),
    }),
  }

  const { path, missing } = await sweepWhileBackupBegins(withoutMark)

  expect(missing).toEqual([path])
})
