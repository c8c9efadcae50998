import { aWeek, showOverview } from '../made-up/made-up-analytics.ts'
import { emptyPage, expect, tabTo, test } from '../support/product.ts'

test('how long reviews take, what waits and why proofs were rejected is read by keyboard and as a table', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, emptyPage)
  await showOverview(page, aWeek)
  await page.goto('/#analytics')
  const reviews = page.getByRole('region', { name: 'Review times' })
  await expect(reviews).toContainText(
    'Half of 32 proofs were reviewed within 2.5 h, nine of ten within 20 h. 6 wait now, the oldest for 14 h.',
  )
  await expect(reviews).toContainText(/Approved on the first try.*80%.*of 30 first decisions/)
  await expect(reviews).toContainText(/Reopened decisions.*2/)

  const times = reviews.getByRole('figure', { name: 'Time to review' })
  await tabTo(page, times.getByRole('img', { name: 'Under 1 h: 9 proofs' }))
  await page.keyboard.press('End')
  await expect(times.getByRole('img', { name: '48 h or more: 0 proofs' })).toBeFocused()
  const waiting = reviews.getByRole('figure', { name: 'Waiting now' })
  await tabTo(page, waiting.getByRole('img', { name: 'Median wait: 2.4 h' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(waiting.getByRole('img', { name: 'Longest wait: 14 h' })).toBeFocused()

  const reasons = reviews.getByRole('figure', { name: 'Reasons for rejection' })
  await expect(reasons.getByRole('img', { name: 'The activity is not visible: 4 proofs' })).toBeVisible()
  await reasons.getByRole('button', { name: 'Show as table' }).press('Enter')
  await expect(reasons.getByRole('table').getByRole('row', { name: /^Other/ })).toContainText('1')
  await reasons.getByRole('button', { name: 'What is this? Reasons for rejection' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'What is Reasons for rejection?' })).toContainText('counted as Other')
})
