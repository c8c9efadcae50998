import { chooseSmaller, isSmallerChosen, smallerWords } from '#client/platform/uploads/smaller/smaller-choice.ts'
import { branding } from '#contract/branding/branding.ts'
import type { Capture, GuestFile } from '#contract/proofs/capture.ts'
import { brandMark, element, icon, icons } from './elements.ts'
import type { Sending } from './guest-uploads.ts'

const words = {
  image: { one: 'photo', many: 'photos', accept: 'image/jpeg,image/png' },
  video: { one: 'video', many: 'videos', accept: 'video/mp4,video/quicktime' },
}

const outline =
  'inline-flex min-h-11 items-center justify-center rounded-md border border-control px-4 font-semibold hover:bg-accent'

/** The same head and width for everything this page shows. */
function page(...content: (HTMLElement | false | undefined)[]): HTMLElement {
  return element(
    'div',
    { className: 'mx-auto flex min-h-dvh w-full max-w-lg flex-col px-4 pb-10 sm:px-6' },
    element(
      'header',
      { className: 'flex min-h-14 items-center gap-2.5 border-b border-border' },
      brandMark(),
      element('p', { className: 'font-display text-sm font-bold', textContent: branding.eventName }),
    ),
    element('main', { id: 'main', className: 'flex flex-1 flex-col gap-5 pt-6' }, ...content),
  )
}

const heading = (text: string) => element('h1', { className: 'text-2xl wrap-anywhere', dir: 'auto', textContent: text })

/** A link that does not work, or a page that did not load. */
export function closedView(title: string, sentence: string, onRetry?: () => void): HTMLElement {
  return page(
    heading(title),
    element('p', { className: 'text-lg text-muted-foreground', textContent: sentence }),
    onRetry && element('button', { type: 'button', className: outline, textContent: 'Try again', onclick: onRetry }),
  )
}

export function handedInView({ companyName, taskTitle, files }: Capture): HTMLElement {
  const own = files.length > 0 ? ' Yours are part of what your team collected.' : ''
  return page(
    heading('It is handed in'),
    element('p', {
      className: 'text-lg wrap-anywhere',
      textContent: `${companyName} has handed in “${taskTitle}”.${own} Thank you!`,
    }),
  )
}

/** Read out as it changes. */
export function thanksOf({ files, firstName, contentType }: Capture, sending: number): string {
  const added = files.filter(({ state }) => state !== 'refused').length
  if (added === 0 || sending > 0) return ''
  const amount = `${added} ${added === 1 ? words[contentType].one : words[contentType].many}`
  return `Thank you${firstName ? `, ${firstName}` : ''}! Your team has ${amount} from you.`
}

type OpenOptions = { onPicked: (files: File[]) => void; onName: (name: string) => Promise<unknown> }

/** The task, the notice, one big button, the files of this device. */
export function openView({ onPicked, onName }: OpenOptions) {
  const title = heading('')
  const company = element('p', { className: 'text-sm font-semibold text-primary-text' })
  const description = element('p', {
    className: 'text-muted-foreground wrap-anywhere whitespace-pre-line',
    dir: 'auto',
  })
  const notice = element('p', { className: 'text-sm text-muted-foreground' })
  const picker = element('input', {
    type: 'file',
    multiple: true,
    className: 'absolute inset-0 size-full cursor-pointer opacity-0',
  })
  picker.onchange = () => {
    onPicked(Array.from(picker.files ?? []))
    // The same photo may be chosen again after it was removed.
    picker.value = ''
  }
  const buttonText = element('span')
  const button = element(
    'label',
    {
      className:
        'relative flex min-h-24 items-center justify-center gap-3 rounded-lg bg-primary px-6 text-xl font-semibold text-primary-foreground focus-within:outline-3 focus-within:outline-offset-3 focus-within:outline-ring hover:bg-primary-hover',
    },
    icon('size-8 shrink-0', ...icons.camera),
    buttonText,
    picker,
  )
  const smaller = smallerSwitch()
  const thanks = element('p', { className: 'text-lg font-semibold text-success', attributes: { role: 'status' } })
  const message = element('p', { className: 'font-semibold text-destructive', attributes: { role: 'alert' } })
  const list = element('ul', { className: 'flex flex-col gap-2', attributes: { 'aria-label': 'Your files' } })
  const frame = page(
    element('div', { className: 'flex flex-col gap-2' }, company, title, description),
    button,
    smaller,
    element('div', {}, thanks, message),
    list,
    nameForm(onName),
    notice,
  )
  const nameInput = frame.querySelector<HTMLInputElement>('#first-name')

  return {
    frame,
    fill({ companyName, taskTitle, taskDescription, contentType, firstName, filesKeptDays }: Capture) {
      const { many, accept } = words[contentType]
      title.textContent = taskTitle
      company.textContent = `Photos for ${companyName}`.replace('Photos', contentType === 'image' ? 'Photos' : 'Videos')
      description.textContent = taskDescription ?? ''
      smaller.hidden = contentType !== 'image'
      buttonText.textContent = `Add ${many}`
      picker.accept = accept
      if (nameInput) nameInput.value = firstName ?? ''
      notice.textContent = `We remove location and device data. Only ${companyName} and the organisers see your ${many}, and they are deleted ${filesKeptDays} days after review. Faces do not have to be visible. You can remove yours here until your team hands them in.`
    },
    showFiles(rows: HTMLElement[], thankYou: string) {
      const isSame = rows.length === list.children.length && rows.every((row, index) => list.children[index] === row)
      if (!isSame) list.replaceChildren(...rows)
      if (thanks.textContent !== thankYou) thanks.textContent = thankYou
    },
    say(sentence: string) {
      message.textContent = sentence
    },
    focusAdd: () => picker.focus(),
  }
}

function smallerSwitch(): HTMLElement {
  const input = element('input', {
    type: 'checkbox',
    checked: isSmallerChosen(),
    className: 'mt-0.5 size-5 shrink-0 accent-primary',
    attributes: { role: 'switch', 'aria-describedby': 'smaller-hint' },
  })
  input.onchange = () => chooseSmaller(input.checked)
  const hint = { id: 'smaller-hint', className: 'text-sm text-muted-foreground', textContent: smallerWords.hint }
  return element(
    'div',
    {},
    element('label', { className: 'flex min-h-11 items-center gap-3 font-semibold' }, input, smallerWords.label),
    element('p', hint),
  )
}

function nameForm(onName: OpenOptions['onName']): HTMLElement {
  const input = element('input', {
    id: 'first-name',
    maxLength: 40,
    autocomplete: 'given-name',
    className: 'h-11 w-full min-w-0 flex-1 rounded-md border border-control bg-raised px-3',
    attributes: { 'aria-describedby': 'first-name-hint' },
  })
  const hint = element('p', {
    id: 'first-name-hint',
    className: 'text-sm text-muted-foreground',
    textContent: 'Only your company and the reviewers see it.',
    attributes: { role: 'status' },
  })
  const form = element(
    'form',
    { className: 'flex flex-col gap-1.5' },
    element('label', { htmlFor: 'first-name', className: 'font-semibold', textContent: 'Your first name (optional)' }),
    element(
      'div',
      { className: 'flex gap-2' },
      input,
      element('button', { type: 'submit', className: outline, textContent: 'Save' }),
    ),
    hint,
  )
  form.onsubmit = (event) => {
    event.preventDefault()
    onName(input.value.trim()).then(
      () => {
        hint.textContent = input.value.trim()
          ? 'Saved. Only your company and the reviewers see it.'
          : 'Your name is removed.'
      },
      (error: unknown) => {
        hint.textContent = error instanceof Error ? error.message : 'The name could not be saved.'
      },
    )
  }
  return form
}

type RowParts = {
  name: string
  preview: string | undefined
  state: HTMLElement
  actions: HTMLElement[]
  isBad?: boolean
}

function row({ name, preview, state, actions, isBad = false }: RowParts): HTMLElement {
  const picture = preview
    ? element('img', { src: preview, alt: '', className: 'size-14 shrink-0 rounded-sm object-cover' })
    : element(
        'span',
        { className: 'flex size-14 shrink-0 items-center justify-center rounded-sm bg-sunken text-muted-foreground' },
        icon('size-6', ...icons.camera),
      )
  const edge = isBad ? 'border-destructive' : 'border-border'
  return element(
    'li',
    { className: `flex items-center gap-3 rounded-md border ${edge} bg-raised p-2` },
    picture,
    element(
      'div',
      { className: 'min-w-0 flex-1' },
      element('p', { className: 'truncate text-sm', textContent: name, title: name }),
      state,
    ),
    ...actions,
  )
}

const smallButton =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground'

const said = (text: string, tone: string, lines?: string[]) =>
  element(
    'p',
    { className: `flex items-center gap-1 text-sm font-semibold ${tone}` },
    lines && icon('size-4 shrink-0', ...lines),
    text,
  )

export function fileRow(file: GuestFile, preview: string | undefined, onRemove: () => void): HTMLElement {
  const state =
    file.state === 'refused'
      ? said(file.reason ?? 'This file cannot be used', 'text-destructive', icons.warning)
      : file.state === 'ready'
        ? said('Added', 'text-success', icons.check)
        : said('Checking…', 'text-muted-foreground')
  const remove = element(
    'button',
    {
      type: 'button',
      className: smallButton,
      onclick: onRemove,
      attributes: { 'aria-label': `Remove ${file.fileName}` },
    },
    icon('size-5', ...icons.cross),
  )
  return row({ name: file.fileName, preview, state, actions: [remove], isBad: file.state === 'refused' })
}

type SendingActions = { onRetry: () => void; onDismiss: () => void }

export function sendingRow({ file, preview, problem }: Sending, { onRetry, onDismiss }: SendingActions): HTMLElement {
  const dismiss = element(
    'button',
    { type: 'button', className: smallButton, onclick: onDismiss, attributes: { 'aria-label': `Remove ${file.name}` } },
    icon('size-5', ...icons.cross),
  )
  if (problem) {
    const retry = element('button', { type: 'button', className: outline, textContent: 'Try again', onclick: onRetry })
    const state = said(problem, 'text-destructive', icons.warning)
    return row({ name: file.name, preview, state, actions: [retry, dismiss], isBad: true })
  }
  const state = element(
    'div',
    {},
    element('p', { className: 'text-sm tabular-nums text-muted-foreground' }),
    element('progress', {
      className: 'mt-1 block h-2 w-full accent-primary',
      max: 100,
      attributes: { 'aria-label': `Sending ${file.name}` },
    }),
  )
  return row({ name: file.name, preview, state, actions: [dismiss] })
}

/** In the row that is there: a bar that is made anew for every percent would lose the focus beside it. */
export function showProgress(shown: HTMLElement | undefined, { percent }: Sending) {
  const bar = shown?.querySelector('progress')
  if (!bar) return
  bar.value = percent
  const text = bar.previousElementSibling
  if (text) text.textContent = navigator.onLine === false ? 'Waiting for the network' : `${percent}%`
}
