import { resolve } from 'node:path'
import { listStoredFiles } from '#server/backups.ts'
import { describeContents, inMegabytes, nameArchive } from '#server/platform/backup/archive/archive-names.ts'
import { keyFileOf } from '#server/platform/backup/archive/keys.ts'
import { writeArchive } from '#server/platform/backup/archive/write-archive.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openPlatform } from '#server/platform/open-platform.ts'
import { readArguments, runCommand, say } from './run-command.ts'

/** `npm run backup -- [--encrypt] [file]`: one archive of everything; the product may be running. */
async function backUp(): Promise<number> {
  const given = readArguments({ encrypt: { type: 'boolean' } })
  const config = readConfig()
  const isEncrypted = given.values.encrypt ?? config.encryptsBackups
  const { platform, listenUrl, close } = await openPlatform(config, 'visit')
  try {
    const now = systemClock.now()
    const path = resolve(given.positionals[0] ?? nameArchive(config, now, isEncrypted))
    const source = { url: listenUrl, config, files: platform.files, listFiles: listStoredFiles, now, isEncrypted }
    const written = await writeArchive(source, path)
    for (const name of written.missingNames) say(`Missing in the file store: ${name}`)
    say(`${path}: ${describeContents(written.manifest)}, ${inMegabytes(written.bytes)}`)
    say('It holds personal data and the keys of all codes: keep it where only you can read it.')
    if (!config.backupPassphrase)
      say(
        `It is signed with ${keyFileOf(config)}: keep a copy of that file elsewhere, a restore on a new machine asks for it.`,
      )
    return 0
  } finally {
    await close()
  }
}

runCommand(backUp)
