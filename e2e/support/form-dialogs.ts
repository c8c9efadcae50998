// Every dialog with a text field: how to open it, its test input, and its submit button.
import { expect, type Locator, type Page } from '@playwright/test'
import { anEvent, registerAll } from './attending.ts'
import { administrator, aProof, aTask, emptyQueue, send } from './challenge.ts'
import { type Product, password } from './product.ts'

export interface FormDialog {
  name: string
  address: string
  /** Presses the button that opens it. */
  open: (page: Page) => Promise<void>
  /** Enough to submit it; the first field is the one that must not be lost. */
  typed: [label: string, text: string][]
  submit: string | RegExp
}

/** The topmost dialog; a confirmation above it has another role. */
export const dialogOf = (page: Page): Locator => page.getByRole('dialog').last()

export const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Discard what you typed?' })

const nextYear = new Date().getFullYear() + 1

let made = 0

/** Accidental ways to close a dialog. */
export const strayClosings: Record<string, (page: Page, dialog: Locator) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  'a press outside': (page) => page.mouse.click(3, 3),
  'the cross': (_, dialog) => dialog.getByRole('button', { name: 'Close', exact: true }).first().click(),
  'the back button': (page) => page.evaluate(() => history.back()),
}

export const pages = ['management', 'people', 'reviewing'] as const

/** Creates the dialogs of one part of the pages, with their test data. */
export async function formDialogs(product: Product, part: (typeof pages)[number]): Promise<FormDialog[]> {
  // Several tests of one worker share a product.
  made += 1
  // The dashboard lists only the oldest proofs: leftovers of other tests would hide ours.
  await emptyQueue(product)
  const company = await product.aCompany(`Dialog Runners ${made}`)
  const event = await anEvent(product, `Dialog Evening ${made}`)
  await registerAll(product, event, 'Ada Lovelace')
  const cancelled = await anEvent(product, `Dialog Storm ${made}`)
  const task = await aTask(product, `Dialog walk ${made}`)
  await aProof(product, company, await aTask(product, 'Dialog run'))
  const { id } = await aProof(product, company, await aTask(product, 'Dialog swim'))
  await send(product, 'PATCH', `/api/proofs/${id}/review`, await administrator(product), { status: 'rejected' })
  return {
    management: () => management(event.title, cancelled.title, task.title),
    people: () => people(company.name, event.id),
    reviewing: () => reviewing(company.name),
  }[part]()
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const choose = (button: string, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
}

function management(event: string, cancelled: string, task: string): FormDialog[] {
  const about: FormDialog['typed'] = [
    ['Title', 'Sunrise run'],
    ['Description', 'Five easy kilometres along the water'],
  ]
  return [
    {
      name: 'Create Event',
      address: '/events',
      open: press('Create Event'),
      typed: [...about, ['Date & Time', `${nextYear}-01-20T09:00`]],
      submit: 'Create Event',
    },
    {
      name: 'Edit Event',
      address: '/events',
      open: async (page) => {
        await page.getByRole('article', { name: event }).getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
      },
      typed: about,
      submit: 'Save Changes',
    },
    {
      name: 'Cancel this event?',
      address: '/events',
      open: async (page) => {
        await page.getByRole('article', { name: cancelled }).getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name: 'Cancel event' }).click()
      },
      typed: [['Reason', 'A storm is coming']],
      submit: 'Cancel event',
    },
    {
      name: 'Divisions by team size',
      address: '/?board=division',
      open: press('Set divisions'),
      typed: [['Name', 'Small crews']],
      submit: 'Save divisions',
    },
    {
      name: 'Create Task',
      address: '/tasks',
      open: press('Create Task'),
      typed: about,
      submit: 'Create Task',
    },
    {
      name: 'Edit Task',
      address: '/tasks',
      open: (page) => page.getByRole('article', { name: task }).getByRole('button', { name: 'Edit' }).click(),
      typed: about,
      submit: 'Save Changes',
    },
  ]
}

function people(company: string, eventId: string): FormDialog[] {
  const companies = `/companies?q=${encodeURIComponent(company)}`
  return [
    {
      name: 'Create Administrator',
      address: '/administrators',
      open: press('Create Administrator'),
      typed: [
        ['First Name', 'Grace'],
        ['Last Name', 'Hopper'],
        ['Email', 'grace.hopper@week.test'],
        ['Temporary Password', password],
        ['Confirm Password', password],
      ],
      submit: 'Create Administrator',
    },
    {
      name: 'Reset Password',
      address: companies,
      open: choose(`More actions for ${company}`, 'Reset Password'),
      typed: [
        ['New Password', password],
        ['Confirm Password', password],
      ],
      submit: 'Reset Password',
    },
    {
      name: 'Adjust points',
      address: companies,
      open: choose(`More actions for ${company}`, 'Adjust points'),
      typed: [
        ['Reason', 'Won the quiz'],
        ['Points', '5'],
      ],
      submit: 'Adjust points',
    },
    {
      name: 'Team size',
      address: companies,
      open: choose(`More actions for ${company}`, 'Team size'),
      typed: [['New team size', '31']],
      submit: 'Save team size',
    },
    {
      name: 'Reject this registration?',
      address: `/events/${eventId}/attendees`,
      open: choose('More actions for Ada Lovelace', 'Reject'),
      typed: [['Reason', 'The boat is full']],
      submit: 'Reject',
    },
    {
      name: 'New link for volunteers',
      address: `/events/${eventId}/attendees#volunteers`,
      open: press('New link'),
      typed: [['Name', 'Gate North']],
      submit: /link/i,
    },
    {
      name: 'Change password',
      address: '/',
      open: choose('Your account', 'Change password'),
      typed: [
        ['Current password', password],
        ['New password', `${password}!`],
        ['Confirm new password', `${password}!`],
      ],
      submit: 'Change password',
    },
  ]
}

function reviewing(company: string): FormDialog[] {
  return [
    {
      name: 'Review Proof',
      address: '/',
      open: async (page) => {
        const waiting = page.getByRole('region', { name: 'Pending Proof Reviews' })
        const proof = waiting.getByRole('listitem').filter({ hasText: company })
        await proof.getByRole('button', { name: /^Review/ }).click()
      },
      typed: [['Review Notes', 'Everybody is in the picture']],
      submit: 'Approve',
    },
    {
      name: 'Reopen this proof?',
      address: '/#decided',
      open: press(`Reopen ${company}: Dialog swim`),
      typed: [['Note', 'Looked at the wrong pictures']],
      submit: 'Reopen',
    },
  ]
}

export async function openDialog(page: Page, { address, open, name }: FormDialog): Promise<Locator> {
  if (!page.url().endsWith(address)) await page.goto(address)
  // The previous dialog removes its history entry a moment after it closed.
  await page.waitForFunction(() => !(history.state?.overlays > 0))
  await open(page)
  const dialog = page.getByRole('dialog', { name, exact: true })
  await expect(dialog).toBeVisible()
  return dialog
}

export async function fillDialog(dialog: Locator, { typed }: FormDialog) {
  for (const [label, text] of typed) await field(dialog, label).fill(text)
}

/** Labels may end with a mark such as "(optional)". */
export const field = (dialog: Locator, label: string): Locator =>
  dialog.getByLabel(new RegExp(`^${label.replace(/[&]/g, '\\$&')}(?! p)`)).first()
