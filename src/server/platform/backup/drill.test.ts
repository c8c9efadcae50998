import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listStoredFiles } from '#server/backups.ts'
import { uploaded } from '#server/features/files/testing.ts'
import { someTasks } from '#server/features/proofs/testing.ts'
import { backUp } from '#server/testing/data/restored.ts'
import { aFolder, startServer } from '#server/testing.ts'
import { listArchives } from './archive/archive-names.ts'
import { runDrill } from './drill.ts'
import { nightlyBackupJob } from './nightly.ts'

async function aDrill() {
  const server = await startServer()
  await server.aCompany('acme')
  const { file: path } = await backUp(server)
  const beside = () => readdirSync(dirname(path)).sort()
  const parts = { path, config: server.platform.config, compare: async () => [], listFiles: listStoredFiles }
  return { path, beside, parts }
}

test('a drill uses the disk of the archive, and removes what a drill left that was killed', async () => {
  const { parts, path, beside } = await aDrill()
  const killed = join(dirname(path), 'drill-abc123')
  mkdirSync(join(killed, 'db'), { recursive: true })
  writeFileSync(join(dirname(path), 'drill-notes.txt'), 'mine')
  let during: string[] = []

  const compare = async () => {
    during = beside()
    return []
  }
  const { differences } = await runDrill({ ...parts, compare })

  expect(differences).toEqual([])
  const folders = during.filter((name) => !['drill-notes.txt', 'week.tar'].includes(name))
  expect(folders).toEqual([expect.stringMatching(/^drill-\w{6}$/)])
  expect(folders).not.toContain('drill-abc123')
  expect(beside()).toEqual(['drill-notes.txt', 'week.tar'])
})

test('a drill uses another folder where it is told to, and leaves nothing when it is stopped', async () => {
  const { parts, beside } = await aDrill()
  const folder = aFolder()
  const stopping = new AbortController()
  const compare = () => {
    expect(readdirSync(folder)).toHaveLength(1)
    stopping.abort(new Error('The command was stopped.'))
    return new Promise<string[]>(() => undefined)
  }

  await expect(runDrill({ ...parts, folder, compare, stopping: stopping.signal })).rejects.toThrow('was stopped')

  expect(readdirSync(folder)).toEqual([])
  expect(beside()).toEqual(['week.tar'])
})

test('a drill for which there is no room says how much it needs and where, and writes nothing', async () => {
  const { parts, beside } = await aDrill()
  const readFreeSpace = async () => ({ free: 150e6, size: 1e9 })

  const sentence = /needs 0\.20 GB in .* and 0\.15 GB are free there: .*npm run drill -- --folder \/mnt\/large/
  await expect(runDrill({ ...parts, readFreeSpace })).rejects.toThrow(sentence)
  await expect(runDrill({ ...parts, folder: '/proc' })).rejects.toThrow(/cannot write to \/proc \(E\w+\): use a folder/)

  expect(beside()).toEqual(['week.tar'])
})

test('a drill of a night compares the files that lie beside it', async () => {
  const BACKUP_DIR = aFolder()
  const { platform, databaseUrl, ...server } = await startServer({ environment: { BACKUP_DIR } })
  const acme = await server.aCompany('acme')
  const [taskId = ''] = await someTasks(server, 1)
  await uploaded(acme, undefined, { taskId })
  const job = nightlyBackupJob({ url: databaseUrl, listFiles: listStoredFiles })
  await job.run(platform, '', new AbortController().signal)
  const [night] = await listArchives(platform.config)
  const parts = { config: platform.config, compare: async () => [], listFiles: listStoredFiles }

  const { archive, differences } = await runDrill({ path: night?.path ?? '', ...parts })

  expect(archive.manifest).toMatchObject({ format: 3, files: { missing: 0 } })
  expect(archive.shared.size).toBeGreaterThan(0)
  expect(differences).toEqual([])
  expect(readdirSync(BACKUP_DIR).sort()).toEqual(['backup-2026-06-01T12-00-00Z.tar', 'backup-files'])
})
