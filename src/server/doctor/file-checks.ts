import { randomBytes } from 'node:crypto'
import { access, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backupFolderOf, listArchives } from '#server/platform/backup/archive/archive-names.ts'
import { keyFileOf, readKeyFile } from '#server/platform/backup/archive/keys.ts'
import { describeLackOfRoom } from '#server/platform/backup/archive/write-night.ts'
import { describeBackups } from '#server/platform/backup/nightly.ts'
import { type Config, silenceAdviceOfS3Client } from '#server/platform/config.ts'
import { readIdentity, readKnown } from '#server/platform/storage/folder-identity.ts'
import { filesFolderOf } from '#server/platform/storage/open-file-store.ts'
import { type Check, endSentence, fault, messageOf, ok } from './check.ts'
import { withDatabase } from './database-checks.ts'

const exists = (path: string) =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )

/** The folder, or its nearest existing parent. */
async function findExisting(folder: string): Promise<string> {
  return folder === dirname(folder) || (await exists(folder)) ? folder : findExisting(dirname(folder))
}

const foldersOf = ({ dataDir, backupDir }: Config): [name: string, folder: string][] => [
  ['DATA_DIR', dataDir],
  ...(backupDir ? [['BACKUP_DIR', backupDir] as [string, string]] : []),
]

const writableFolders: Check = {
  name: 'data-folder',
  async run({ config }) {
    const below = (await exists(filesFolderOf(config))) ? [['DATA_DIR', filesFolderOf(config)] as const] : []
    for (const [name, folder] of [...foldersOf(config), ...below]) {
      const file = join(await findExisting(folder), `doctor-${randomBytes(6).toString('hex')}`)
      try {
        await writeFile(file, '', { flag: 'wx', mode: 0o600 })
        await rm(file)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        return fault(
          `${name} ${folder} cannot be written to (${code}): give it to the user that starts the product (chown), or name another folder.`,
        )
      }
    }
    return ok(`${config.dataDir} can be written to.`)
  },
}

const gibibyte = 1024 ** 3

const disk: Check = {
  name: 'disk',
  async run({ config, readFreeSpace }) {
    for (const [name, folder] of foldersOf(config)) {
      const { free, size } = await readFreeSpace(await findExisting(folder))
      // Uploads are refused at a gibibyte, or a twentieth of a small disk.
      if (free > Math.min(5 * gibibyte, size / 10)) continue
      return fault(
        `The disk of ${name} ${folder} is full soon, ${(free / gibibyte).toFixed(1)} GiB are left and uploads end at 1: delete what is not needed there, or move the folder to a larger disk.`,
      )
    }
    return ok('There is room on the disk.')
  },
}

const backup: Check = {
  name: 'backup',
  async run({ config, clock }) {
    const [newest] = await listArchives(config)
    const folder = backupFolderOf(config)
    const remedy = config.backupDir
      ? 'see in npm run jobs why the one of last night is missing, and make one with npm run backup'
      : 'make one with npm run backup, and set BACKUP_DIR to a folder on another disk for one every night'
    if (!newest) return fault(`There is no backup in ${folder}: ${remedy}.`)
    const { isLate } = await describeBackups({ config: { ...config, backupDir: folder }, clock })
    const age = `${Math.round((clock.now().getTime() - newest.madeAt.getTime()) / 3_600_000)} hours`
    return isLate ? fault(`The newest backup is ${age} old: ${remedy}.`) : ok(`The newest backup is ${age} old.`)
  },
}

const backupRoom: Check = {
  name: 'backup-room',
  async run({ config, readFreeSpace }) {
    if (!config.backupDir) return ok('No nightly backups are made.')
    const folder = await findExisting(config.backupDir)
    const lack = await describeLackOfRoom(config, () => readFreeSpace(folder))
    return lack
      ? fault(`The next night has no room: ${lack}`)
      : ok('The next nightly backup has room, as far as the last one tells.')
  },
}

const backupKey: Check = {
  name: 'backup-key',
  async run({ config }) {
    if (config.backupPassphrase)
      return ok(`Backups are signed ${config.encryptsBackups ? 'and encrypted ' : ''}with BACKUP_PASSPHRASE.`)
    const file = keyFileOf(config)
    try {
      await readKeyFile(file)
    } catch (error) {
      return fault(endSentence(messageOf(error)))
    }
    return ok(`Backups are signed with ${file}: keep a copy of it elsewhere, a new machine needs it to restore them.`)
  },
}

const folders: Check = {
  name: 'folders',
  run: (context) =>
    withDatabase(context, async ({ db }) => {
      const { config } = context
      if (config.databaseUrl && (await exists(join(config.dataDir, 'db/PG_VERSION'))))
        return fault(
          `DATA_DIR ${config.dataDir} holds an embedded database of its own beside DATABASE_URL: take DATABASE_URL away if that one is meant, else name another DATA_DIR or move the folder db out of it.`,
        )
      if (config.s3) return ok('Files are in the S3 store.')
      const known = await readKnown(db)
      if (known === undefined) return ok('The database knows no folder with files yet.')
      const folder = filesFolderOf(config)
      if ((await readIdentity(folder)) === known) return ok(`${folder} holds the files of this database.`)
      return fault(
        `${folder} is not the folder that holds the files of this database: set DATA_DIR to the one that does, or if they were moved here on purpose run npm run admin -- adopt-files.`,
      )
    }),
}

const s3Keys: Check = {
  name: 's3-keys',
  async run({ config: { s3 } }) {
    if (!s3) return ok('No S3 store is used.')
    silenceAdviceOfS3Client()
    const [{ checkS3Keys }, { StoreRefused }] = await Promise.all([
      import('#server/platform/storage/s3-check.ts'),
      import('#server/platform/storage/s3-bucket.ts'),
    ])
    try {
      await checkS3Keys(s3)
      return ok(`The keys may use the bucket ${s3.bucket}.`)
    } catch (error) {
      if (error instanceof StoreRefused)
        return fault(`${error.message}; correct that setting and start the product again.`)
      return fault(
        `The S3 store at S3_ENDPOINT ${s3.endpoint} does not answer; correct it or start the store: ${endSentence(messageOf(error))}`,
      )
    }
  },
}

const s3Cors: Check = {
  name: 's3-cors',
  async run({ config: { s3, publicUrl }, patience }) {
    if (!s3) return ok('No S3 store is used.')
    const { isUploadAllowedFrom } = await import('#server/platform/storage/s3-check.ts')
    if (await isUploadAllowedFrom(publicUrl, s3, { servedFrom: s3.servedFrom, within: patience * 0.8 }))
      return ok(`Pages of ${publicUrl} may send files to the store.`)
    return fault(
      `The bucket ${s3.bucket} does not let pages of ${publicUrl} send files: set the CORS rule of docs/operate.md, with the origin of PUBLIC_URL.`,
    )
  },
}

export const fileChecks: Check[] = [writableFolders, disk, backup, backupRoom, backupKey, folders, s3Keys, s3Cors]
