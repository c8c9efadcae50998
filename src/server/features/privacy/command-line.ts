import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Platform } from '#server/platform/platform.ts'
import * as privacy from './service.ts'

/** `npm run admin -- export <email>`: writes a single file that only its owner can read. Returns its path. */
export async function exportToFile(platform: Platform, email: string): Promise<string> {
  const data = await privacy.exportData(platform, 'command line', email)
  const isEmpty = Object.values(data).every((section) => !Array.isArray(section) || section.length === 0)
  if (isEmpty) return `We hold no data about ${email}.`
  const stamp = data.exportedAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')
  const path = resolve(`personal-data-${stamp}.json`)
  await writeFile(path, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  return `${path} holds everything about ${email}: give it to nobody else.`
}

export async function erase(platform: Platform, email: string): Promise<string> {
  const { accounts, companies, contacts, registrations, emails, files } = await privacy.erase(
    platform,
    'command line',
    email,
  )
  if (accounts + companies + contacts + registrations + emails + files === 0) return `We hold no data about ${email}.`
  const parts = [
    counted(accounts, 'account', 'accounts'),
    counted(companies, 'company', 'companies'),
    counted(contacts, 'contact address', 'contact addresses'),
    counted(registrations, 'registration', 'registrations'),
    counted(emails, 'email', 'emails'),
    counted(files, 'file', 'files'),
  ]
  return `Erased: ${parts.join(', ')}. Older backups still hold them until they are deleted; a restore erases them again.`
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
