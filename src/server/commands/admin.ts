import { createInterface } from 'node:readline/promises'
import { email as emailShape, password as passwordShape } from '#contract/common.ts'
import { reportHealth } from '#server/doctor/report.ts'
import * as auth from '#server/features/auth/slice.ts'
import * as privacy from '#server/features/privacy/slice.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { endMaintenance, startMaintenance } from '#server/platform/maintenance/maintenance.ts'
import type { Platform } from '#server/platform/platform.ts'
import { adoptFolder } from '#server/platform/storage/folder-identity.ts'
import { filesFolderOf } from '#server/platform/storage/open-file-store.ts'
import { runCommand, say, withPlatform } from './run-command.ts'

const usage = `Usage: npm run admin -- create [email]    create an administrator
       npm run admin -- reset [email]     give an account a new password
       npm run admin -- doctor [--json]   look for what is wrong with the settings and around them, and say what to do
       npm run admin -- maintenance on ["sentence"] | off
                                          pause changes with a sentence for people, or let them go on
       npm run admin -- export <email>    write everything that is held about a person or company into a file
       npm run admin -- erase <email>     erase a person or company everywhere, for good
       npm run admin -- migrate           bring the database to the schema of this release, before any process of it starts
       npm run admin -- adopt-files       use this DATA_DIR for the files of the database from now on
The password is asked for, or read from standard input when it is no terminal.`

async function run(): Promise<number> {
  const [command, given] = process.argv.slice(2)
  if (command === 'doctor') return examine(given)
  if (command === 'maintenance') return setMaintenance(given, process.argv[4])
  if (command === 'migrate') return migrate()
  if (command === 'adopt-files') return adoptFiles()
  if (command === 'export' || command === 'erase') return changePersonalData(command, given)
  if (command !== 'create' && command !== 'reset') return answer(usage, 2)
  const config = readConfig()
  const email = emailShape.safeParse(given ?? (await ask('Email: ')))
  if (!email.success) return answer('Invalid email address', 2)
  const password = passwordShape().safeParse(await ask('Password: ', true))
  if (!password.success) return answer('Password must be at least 8 characters', 2)

  const change = command === 'create' ? auth.createAdministrator : auth.resetPassword
  return answerWith((platform) => change(platform, email.data, password.data), config)
}

/** Never prompts for the address: it is an argument of the command. */
async function changePersonalData(command: 'export' | 'erase', given: string | undefined): Promise<number> {
  const email = emailShape.safeParse(given ?? '')
  if (!email.success) return answer(given ? 'Invalid email address' : usage, 2)
  const work = command === 'export' ? privacy.exportToFile : privacy.erase
  return answerWith((platform) => work(platform, email.data), readConfig())
}

async function answerWith(work: (platform: Platform) => Promise<string>, config: Config): Promise<number> {
  return withPlatform(async (platform) => answer(await work(platform), 0), config)
}

async function examine(option: string | undefined): Promise<number> {
  if (option !== undefined && option !== '--json') return answer(usage, 2)
  const { text, isHealthy } = await reportHealth(option === '--json')
  return answer(text, isHealthy ? 0 : 1)
}

const longestSentence = 300

async function setMaintenance(state: string | undefined, sentence: string | undefined): Promise<number> {
  if (state !== 'on' && state !== 'off') return answer(usage, 2)
  const cleaned = sentence?.replace(/\s+/g, ' ').trim()
  if (cleaned === '' || (cleaned?.length ?? 0) > longestSentence)
    return answer(`The sentence must have 1 to ${longestSentence} characters.`, 2)
  return withPlatform(async (platform) => {
    if (state === 'on') {
      await startMaintenance(platform, cleaned)
      return answer(
        'Changes are paused. Reading, signing in and the door go on. End it with: npm run admin -- maintenance off',
        0,
      )
    }
    const ended = await endMaintenance(platform)
    return answer(ended ? 'Changes go on.' : 'There was no maintenance: changes go on.', 0)
  })
}

/** Every command migrates first; this one does nothing else, and logs its progress. */
async function migrate(): Promise<number> {
  const config = readConfig()
  const work = async () => answer('The database has the schema of this release.', 0)
  return withPlatform(work, config, config.logLevel)
}

/** For a files folder that was moved, or restored without its identity. */
async function adoptFiles(): Promise<number> {
  const config = readConfig()
  if (config.s3) return answer('Files are kept in the S3 store: there is no folder to adopt.', 2)
  const folder = filesFolderOf(config)
  await withPlatform(({ db, clock }) => adoptFolder(db, folder, clock.now()), config)
  return answer(`${folder} is the folder with the files from now on. Restart every process.`, 0)
}

const lines = process.stdin.isTTY ? undefined : createInterface({ input: process.stdin })[Symbol.asyncIterator]()

async function ask(question: string, secret = false): Promise<string> {
  if (lines) return String((await lines.next()).value ?? '')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Password input is not echoed.
  if (secret)
    Object.assign(terminal, {
      _writeToOutput: (text: string) => process.stdout.write(text.startsWith(question) ? question : ''),
    })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
    if (secret) process.stdout.write('\n')
  }
}

function answer(line: string, code: number): number {
  say(line)
  return code
}

runCommand(run)
