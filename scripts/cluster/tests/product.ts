// The helpers of the browser tests, on the cluster instead of a local process.
import { test as base, productAt } from '../../../e2e/support/product.ts'
import { type ReadMail, readInbox } from '../../../src/server/platform/mail/testing/read-mail.ts'
import { until } from '../../rig/processes.ts'
import { type DescribedCluster, readCluster } from './described-cluster.ts'

export { cookieOf, expect, password, requireOk, waitForScript } from '../../../e2e/support/product.ts'

/** The email whose subject starts with this text, parsed as a mail program does. */
export async function mailOf(address: string, subject: string): Promise<ReadMail> {
  const { imapPort } = readCluster()
  let found: ReadMail | undefined
  await until(`the mail "${subject}" to ${address}`, async () => {
    const mails = await readInbox(imapPort, address, 'pass')
    found = mails.findLast((mail) => mail.subject?.startsWith(subject))
    return found !== undefined
  })
  return found as ReadMail
}

export const test = base.extend<object, { cluster: DescribedCluster }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  cluster: [async ({}, use) => use(readCluster()), { scope: 'worker' }],
  product: [
    async ({ cluster }, use) => {
      const mailTo = async (address: string, subject: string) => (await mailOf(address, subject)).text ?? ''
      await use({ ...productAt(cluster.url, ''), mailTo })
    },
    { scope: 'worker' },
  ],
})
