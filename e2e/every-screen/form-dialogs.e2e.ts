// What holds for every dialog with something to type in, seen in one walk: to open each takes longer than to look at it.
import type { Locator, Page } from '@playwright/test'
import { zoomed } from '../support/accessibility.ts'
import {
  type FormDialog,
  field,
  fillDialog,
  formDialogs,
  openDialog,
  pages,
  question,
  strayClosings,
} from '../support/form-dialogs.ts'
import { emptyPage, expect, expectNothingCut, test } from '../support/product.ts'
import { dismissButton, expectPressable, keepToasts, refuseWrites, sizes } from '../support/toasts.ts'

const firstOf = ({ typed: [[label, text] = ['', '']] }: FormDialog) => ({ label, text })

async function expectQuestionBeforeTextIsLost(page: Page, dialog: Locator, form: FormDialog) {
  const { label, text } = firstOf(form)
  for (const close of Object.values(strayClosings)) {
    await field(dialog, label).fill(text)
    await close(page, dialog)
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(question(page)).toHaveCount(0)
    await expect(field(dialog, label)).toHaveValue(text)
  }
}

async function expectFieldsWholeAt400Percent(page: Page, dialog: Locator, form: FormDialog) {
  await page.setViewportSize(zoomed)
  for (const [label] of form.typed) {
    const control = field(dialog, label)
    await control.scrollIntoViewIfNeeded()
    const { height = 0 } = (await control.boundingBox()) ?? {}
    await expect(control, `${form.name}: ${label}`).toBeInViewport({ ratio: height > 200 ? 0.5 : 0.95 })
  }
  await expectNothingCut(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function expectToastBesideTheButton(page: Page, dialog: Locator, form: FormDialog) {
  await fillDialog(dialog, form)
  const submit = dialog.getByRole('button', { name: form.submit, exact: true }).last()
  await submit.click()
  await expect(dismissButton(page)).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectPressable(submit)
    await expectPressable(dismissButton(page))
  }
  await dismissButton(page).click()
  await expect(dismissButton(page)).toHaveCount(0)
  const { label, text } = firstOf(form)
  await expect(field(dialog, label)).toHaveValue(text)
}

for (const part of pages) {
  test(`dialogs of ${part} ask before typed text is lost, fit at 400 %, and no toast covers their buttons`, {
    tag: '@slow',
  }, async ({ product, signedIn }) => {
    const page = await signedIn(product.admin, emptyPage)
    // On a busy machine a question begins to rise between the press and the release of the button, and hears neither.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await keepToasts(page)
    const forms = await formDialogs(product, part)
    await refuseWrites(page)
    for (const form of forms) {
      await test.step(form.name, async () => {
        await page.setViewportSize({ width: 1280, height: 800 })
        const dialog = await openDialog(page, form)
        await expectQuestionBeforeTextIsLost(page, dialog, form)
        await expectFieldsWholeAt400Percent(page, dialog, form)
        await expectToastBesideTheButton(page, dialog, form)
        await page.keyboard.press('Escape')
        await question(page).getByRole('button', { name: 'Discard' }).click()
        await expect(dialog).toHaveCount(0)
      })
    }
  })
}
