import { giveUpHeld, listHeld, releaseHeld } from '#server/platform/mail/held.ts'
import type { Platform } from '#server/platform/platform.ts'
import { runCommand, say, withPlatform } from './run-command.ts'

const usage = `Usage: npm run mails               what is held since a backup was restored
       npm run mails -- release    send all of it now
       npm run mails -- give-up    send none of it; each can still be sent again by hand`

async function decide({ db, clock }: Platform): Promise<number> {
  const [command] = process.argv.slice(2)
  if (command === 'release') {
    say(`${await db.transaction((tx) => releaseHeld(tx, clock.now()))} emails leave now`)
    return 0
  }
  if (command === 'give-up') {
    say(`${await db.transaction(giveUpHeld)} emails are given up`)
    return 0
  }
  if (command) {
    say(usage)
    return 2
  }
  const held = await listHeld(db)
  for (const { template, count, oldest } of held)
    say(`${template.padEnd(36)} ${count} held, the oldest of ${oldest.toISOString()}`)
  say(held.length === 0 ? 'No email is held.' : usage)
  return 0
}

runCommand(() => withPlatform(decide))
