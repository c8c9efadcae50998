import { expectFocusInSight, pressByKeyboard, tabInSight, typeByKeyboard, zoomed } from '../support/accessibility.ts'
import { anEvent, attendee, registerAll } from '../support/attending.ts'
import { administrator, aProof, aTask, emptyQueue, proofsOf } from '../support/challenge.ts'
import { aLink } from '../support/keeping.ts'
import {
  emptyPage,
  expect,
  expectAccessible,
  expectNothingCut,
  password,
  test,
  waitForScript,
} from '../support/product.ts'
import { photos } from '../support/proof-making.ts'

test.describe('by keyboard alone, at 400 %', { tag: '@slow' }, () => {
  test('a visitor registers for an event', async ({ page, product }) => {
    const event = await anEvent(product, 'Keyboard Morning')
    await page.setViewportSize(zoomed)
    await page.goto(`/e/${event.shortCode}`)
    await waitForScript(page)
    for (const [label, text] of [
      ['First Name', 'Ada'],
      ['Last Name', 'Lovelace'],
      ['Email', 'ada.keyboard@mail.test'],
      ['Phone', '+59991234567'],
    ] as const) {
      await typeByKeyboard(page, page.getByLabel(new RegExp(`^${label}`)), text)
    }
    await expectAccessible(page)
    await expectNothingCut(page)
    await pressByKeyboard(page, page.getByRole('button', { name: /Register/ }))
    await expect(page.getByRole('heading', { name: 'Registration Submitted!' })).toBeVisible()
    expect((await attendee(product, event, 'Ada')).status).toBe('pending')
    await expectFocusInSight(page, 'registering')
    await expectAccessible(page)
  })

  test('a company signs up, sets itself up and hands in a proof', async ({ page, product }) => {
    await aTask(product, 'Keyboard walk')
    await page.setViewportSize(zoomed)
    await page.goto('/signup')
    for (const [label, text] of [
      ['Company Name', 'Keyboard Works'],
      ['Contact Person', 'Ada Lovelace'],
      ['Phone', '+59991234567'],
      ['Email', 'keyboard-works@mail.test'],
      ['Password', password],
      ['Confirm', password],
    ] as const) {
      await typeByKeyboard(page, page.getByLabel(new RegExp(`^${label}`)).first(), text)
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login')
    await expectFocusInSight(page, 'signing up')
    await typeByKeyboard(page, page.getByLabel('Email'), 'keyboard-works@mail.test')
    await typeByKeyboard(page, page.getByLabel('Password', { exact: true }), password)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Team Size')).toBeVisible()
    await expect(page).toHaveTitle(/^Company setup/)
    await expectFocusInSight(page, 'signing in')
    await expectAccessible(page)
    await typeByKeyboard(page, page.getByLabel('Team Size'), '12')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Create Company Profile' }))
    await expect(page.getByText('Active participants')).toBeVisible()
    await expectFocusInSight(page, 'setting up')
    await expectNothingCut(page)

    const submit = page.getByRole('button', { name: 'Submit Proof' }).first()
    await pressByKeyboard(page, submit)
    await expect(page.getByRole('dialog', { name: 'Submit Proof' })).toBeVisible()
    await expectFocusInSight(page, 'opening a task')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(submit).toBeFocused()

    await page.keyboard.press('Enter')
    const proof = page.getByRole('dialog', { name: 'Submit Proof' })
    await pressByKeyboard(page, proof.getByRole('button', { name: 'Add photos' }).last())
    const upload = page.getByRole('dialog', { name: 'Add photos' })
    await expectFocusInSight(page, 'opening the upload')
    const picker = page.waitForEvent('filechooser')
    await pressByKeyboard(page, upload.getByRole('tab', { name: 'My Device' }))
    await (await picker).setFiles(await photos(6))
    await expectFocusInSight(page, 'choosing files')
    await expectAccessible(page)
    await pressByKeyboard(page, upload.getByRole('button', { name: 'Upload 6 files' }))
    await expect(proof.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible()
    await expectFocusInSight(page, 'uploading')
    await expectAccessible(page)
    await pressByKeyboard(page, proof.getByRole('button', { name: 'Submit Proof (6/6)' }))
    await expect(proof).toHaveCount(0)
    await expectFocusInSight(page, 'handing in')
    await expectNothingCut(page)
    await expectAccessible(page)
  })

  test('an administrator creates an event, approves and rejects', async ({ product, signedIn }) => {
    const event = await anEvent(product, 'Keyboard Evening')
    await registerAll(product, event, 'Ada Lovelace', 'Grace Hopper')
    const page = await signedIn(product.admin, emptyPage)
    await page.setViewportSize(zoomed)
    await page.goto('/events')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Create Event' }))
    const dialog = page.getByRole('dialog', { name: 'Create Event' })
    await typeByKeyboard(page, dialog.getByLabel(/^Title/), 'Made by keyboard')
    await typeByKeyboard(page, dialog.getByLabel(/^Description/), 'Five easy kilometres along the water')
    await dialog.getByLabel(/^Date & Time/).fill(`${new Date().getFullYear() + 1}-01-20T09:00`)
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Create Event' }))
    await expect(dialog).toHaveCount(0)
    await expectFocusInSight(page, 'creating an event')

    await page.goto(`/events/${event.id}/attendees`)
    await pressByKeyboard(page, page.getByRole('button', { name: 'Approve Ada Lovelace' }))
    await expect.poll(() => attendee(product, event, 'Ada').then(({ status }) => status)).toBe('approved')
    await expectFocusInSight(page, 'approving')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Grace Hopper', exact: true }))
    await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }))
    await typeByKeyboard(page, page.getByRole('dialog').getByLabel(/^Reason/), 'The boat is full')
    await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }))
    await expect.poll(() => attendee(product, event, 'Grace').then(({ status }) => status)).toBe('rejected')
    await expectFocusInSight(page, 'rejecting')
    await expectAccessible(page)
  })

  test('a reviewer approves a proof', async ({ product, signedIn }) => {
    await emptyQueue(product)
    const company = await product.aCompany('Zoomed Ltd')
    await aProof(product, company, await aTask(product, 'Zoomed run'))
    const page = await signedIn(product.admin, emptyPage)
    await page.setViewportSize(zoomed)
    await page.goto('/#review')
    await expect(page).toHaveTitle(/^Proof review/)
    const mode = page.getByRole('dialog', { name: 'Proof review' })
    const approve = mode.getByRole('button', { name: /^Approve/ })
    await expect(approve).toBeVisible()
    await expectFocusInSight(page, 'opening the review')
    await tabInSight(page, approve)
    await expect(approve).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect.poll(() => proofsOf(product, company), { timeout: 30_000 }).toMatchObject([{ status: 'approved' }])
    await expectFocusInSight(page, 'approving')
    await page.keyboard.press('Escape')
    await expect(mode).toHaveCount(0)
    await expectFocusInSight(page, 'leaving the review')
  })
})

test('a control that goes away by its own press leaves the focus beside it', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Deleted By Keyboard')
  await aTask(product, 'Deleted by keyboard')
  await aLink(product, event, 'Gate to revoke')
  const cookie = await administrator(product)
  const someone = { email: 'enabled.again@week.test', firstName: 'Enabled', lastName: 'Again', password }
  await product.post('/api/admin/admins', someone, cookie)
  const page = await signedIn(product.admin, '/tasks')
  const task = page.getByRole('article', { name: 'Deleted by keyboard' })
  await pressByKeyboard(page, task.getByRole('button', { name: /Delete/ }))
  await pressByKeyboard(page, page.getByRole('alertdialog').getByRole('button', { name: /Delete/ }))
  await expect(task).toHaveCount(0)
  await expectFocusInSight(page, 'deleting a task')

  await page.goto(`/events/${event.id}/attendees#volunteers`)
  await pressByKeyboard(page, page.getByRole('button', { name: /Gate to revoke/ }).first())
  await pressByKeyboard(page, page.getByRole('alertdialog').getByRole('button').last())
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expectFocusInSight(page, 'revoking a link')

  await product.aCompany('Found Again Ltd')
  await page.goto('/companies?q=nothing-is-called-so')
  await pressByKeyboard(page, page.getByRole('main').getByRole('button', { name: 'Clear search' }).last())
  await expect(page.getByRole('region', { name: 'Companies', exact: true })).toBeVisible()
  await expectFocusInSight(page, 'clearing a search')

  await registerAll(product, event, 'Ada Lovelace')
  await page.goto(`/events/${event.id}/attendees`)
  await page.getByLabel('Select Ada Lovelace').focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'Selected attendees' })
  await pressByKeyboard(page, bar.getByRole('button', { name: 'Clear' }))
  await expect(bar).toHaveCount(0)
  await expectFocusInSight(page, 'clearing the selection')
})

test('high contrast keeps highlights, pressed states, edges and colours', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'High Contrast')
  await registerAll(product, event, 'Ada Lovelace')
  const page = await signedIn(product.admin, emptyPage)
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto(`/events/${event.id}/attendees?status=pending`)
  await expect(page.getByRole('button', { name: /^Pending/, pressed: true })).toHaveCSS('outline-style', 'solid')
  await page.getByRole('button', { name: 'More actions for Ada Lovelace' }).press('Enter')
  const highlighted = page.locator('[role=menuitem][data-highlighted]')
  await expect(highlighted).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  await page.goto('/events')
  const create = page.getByRole('button', { name: 'Create Event' })
  await expect(create).toHaveCSS('border-top-width', '1px')
  await create.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /^Sea/ })).toHaveCSS('background-color', 'rgb(12, 103, 123)')
  await expectAccessible(page)
})

test('buttons that stand many times on a page are told apart', async ({ product, signedIn }) => {
  for (const title of ['Told Apart One', 'Told Apart Two']) await anEvent(product, title)
  const page = await signedIn(product.admin, '/events')
  for (const title of ['Told Apart One', 'Told Apart Two']) {
    const details = page.getByRole('article', { name: title }).getByRole('button', { name: 'Details' })
    await expect(details).toBeVisible()
    if ((await details.getAttribute('aria-expanded')) === 'false') await details.click()
  }
  await expect(page.getByRole('button', { name: 'Copy the link of Told Apart One' })).toBeVisible()
  const copies = await page.getByRole('button', { name: /^Copy/ }).allInnerTexts()
  expect(new Set(copies).size).toBe(copies.length)
})
