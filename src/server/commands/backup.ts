import { resolve } from 'node:path'
import { describeContents, inMegabytes, nameArchive } from '#server/platform/backup/archive/archive-names.ts'
import { writeArchive } from '#server/platform/backup/archive/write-archive.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openPlatform } from '#server/platform/open-platform.ts'
import { listStoredFiles } from '#server/stored-files.ts'
import { runCommand, say } from './run-command.ts'

/** `npm run backup -- [file]`: one archive of everything, beside a product that may be running. */
async function backUp(): Promise<number> {
  const config = readConfig()
  const { platform, listenUrl, close } = await openPlatform(config, 'visit')
  try {
    const now = systemClock.now()
    const path = resolve(process.argv[2] ?? nameArchive(config, now))
    const source = { url: listenUrl, config, files: platform.files, listFiles: listStoredFiles, now }
    const written = await writeArchive(source, path)
    for (const name of written.missingNames) say(`Missing in the file store: ${name}`)
    say(`${path}: ${describeContents(written.manifest)}, ${inMegabytes(written.bytes)}`)
    say('It holds personal data and the keys of all codes: keep it where only you can read it.')
    return 0
  } finally {
    await close()
  }
}

runCommand(backUp)
