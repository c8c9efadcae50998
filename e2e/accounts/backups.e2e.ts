import { emptyPage, expect, test } from '../support/product.ts'

test('the dashboard says whether last night had its backup', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin)
  const card = page.getByRole('region', { name: 'Backups' })
  await expect(card).toContainText('Backups are off.')

  const newest = { madeAt: new Date(Date.now() - 5 * 3_600_000).toISOString(), bytes: 12_400_000 }
  const made = { isScheduled: true, isLate: false, kept: 14, newest }
  for (const [state, sentence] of [
    [{ ...made, kept: 0, newest: null }, 'The first backup is made within minutes.'],
    [made, /Last backup: .+, 12\.4 MB\. 14 are kept\./],
    [{ ...made, isLate: true }, /The last backup is of .+ Please tell the person who runs the server/],
  ] as const) {
    const other = await signedIn(product.admin, emptyPage)
    await other.route('**/api/admin/backups', (route) => route.fulfill({ json: state }))
    await other.goto('/')
    await expect(other.getByRole('region', { name: 'Backups' })).toContainText(sentence)
  }
})
