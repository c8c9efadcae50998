import { upgradePostgres } from '#server/platform/backup/postgres-upgrade/upgrade-postgres.ts'
import { readConfig } from '#server/platform/config.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { runCommand, say } from './run-command.ts'

/** `npm run upgrade-postgres -- [folder]`: upgrades the embedded database to this release's PostgreSQL. */
async function upgrade(): Promise<number> {
  const [binariesFolder] = process.argv.slice(2)
  const compare = async (...parts: Parameters<typeof verifyTotals>) => (await verifyTotals(...parts)).differences
  const done = await upgradePostgres({ config: readConfig(), binariesFolder, compare, say })
  if (!done) {
    say('The database is already that of this release: there is nothing to do.')
    return 0
  }
  say(`The database is now one of PostgreSQL ${done.to}. Start the product.`)
  say(
    `The one of PostgreSQL ${done.from} is in ${done.oldFolder}: delete it when all is well. Its rows are also in ${done.archive}.`,
  )
  return 0
}

runCommand(upgrade)
