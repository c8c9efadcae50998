import { Camera, Check, CircleQuestionMark, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { failureSentence } from '#client/platform/uploads/send/errors.ts'
import { chooseSmaller, isSmallerChosen, smallerWords } from '#client/platform/uploads/smaller/smaller-choice.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { BrandMark } from '#client/ui/display/brand-mark.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { branding } from '#contract/branding/branding.ts'
import type { GuestFile } from '#contract/proofs/capture.ts'
import type { Sending } from './guest-uploads.ts'

/** Header and width of every view of the page. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-4 pb-10 sm:px-6">
      <header className="flex min-h-14 items-center border-b border-border">
        <p className="text-sm">
          <BrandMark name={branding.eventName} />
        </p>
      </header>
      <main id="main" className="flex flex-1 flex-col gap-5 pt-6">
        {children}
      </main>
    </div>
  )
}

export function Heading({ children }: { children: string }) {
  return (
    <h1 dir="auto" className="text-2xl wrap-anywhere">
      {children}
    </h1>
  )
}

type StopProps = {
  title: string
  sentence: string
  onRetry?: () => void
  /** Address of the organisers. */
  help?: string | undefined
  children?: ReactNode
}

/** Full-page message: one sentence says why nothing can be added, or whom to ask. */
export function Stop({ title, sentence, onRetry, help, children }: StopProps) {
  return (
    <Page>
      <div role="status" className="flex flex-col gap-5">
        <Heading>{title}</Heading>
        <p className="text-lg wrap-anywhere">{sentence}</p>
      </div>
      {children}
      {onRetry && <Retry onClick={onRetry} />}
      {help && (
        <a
          href={`mailto:${help}?subject=${encodeURIComponent(`Help: ${title}`)}`}
          className="inline-flex min-h-11 items-center gap-2 self-start font-semibold text-link underline underline-offset-4"
        >
          <CircleQuestionMark aria-hidden="true" className="size-5 shrink-0" />
          Help
        </a>
      )}
    </Page>
  )
}

const Retry = ({ onClick }: { onClick: () => void }) => (
  <Button variant="outline" className="min-h-11" onClick={onClick}>
    Try again
  </Button>
)

type PickerProps = {
  /** Not `ref`, which Preact does not pass on as a prop. */
  inputRef: Ref<HTMLInputElement>
  label: string
  accept: string
  onPicked: (files: File[]) => void
}

export function PhotoPicker({ inputRef, label, accept, onPicked }: PickerProps) {
  return (
    <label className="photo-picker">
      <Camera aria-hidden="true" className="size-8 shrink-0" />
      <span>{label}</span>
      <input
        ref={inputRef}
        type="file"
        multiple
        accept={accept}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ currentTarget }) => {
          onPicked(Array.from(currentTarget.files ?? []))
          // Reset, so that choosing a removed photo again fires `change`.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

export function SmallerSwitch() {
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its state by itself.
          role="switch"
          aria-describedby="smaller-hint"
          defaultChecked={isSmallerChosen()}
          onChange={({ currentTarget }) => chooseSmaller(currentTarget.checked)}
          className="mt-0.5 size-5 shrink-0 accent-primary"
        />
        {smallerWords.label}
      </label>
      <p id="smaller-hint" className="text-sm text-muted-foreground">
        {smallerWords.hint}
      </p>
    </div>
  )
}

const whoSees = 'Only your company and the reviewers see it.'

const savedAfterMs = 800

/** Saves the name by itself: after a pause in typing, and on leaving the field. */
export function NameField({ firstName, onName }: { firstName: string; onName: (name: string) => Promise<void> }) {
  const [name, setName] = useState(firstName)
  const [hint, setHint] = useState(whoSees)
  const saved = useRef(firstName)
  const timer = useRef<number>(undefined)
  const save = (typed: string) => {
    clearTimeout(timer.current)
    const trimmed = typed.trim()
    if (trimmed === saved.current) return
    saved.current = trimmed
    onName(trimmed).then(
      () => setHint(trimmed ? `Saved. ${whoSees}` : 'Your name is removed.'),
      (error: unknown) => {
        saved.current = firstName
        setHint(failureSentence(error, 'The name could not be saved.'))
      },
    )
  }
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        save(name)
      }}
    >
      <label htmlFor="first-name" className="font-semibold">
        Your first name (optional)
      </label>
      <Input
        id="first-name"
        value={name}
        onChange={({ currentTarget: { value } }) => {
          setName(value)
          clearTimeout(timer.current)
          timer.current = window.setTimeout(save, savedAfterMs, value)
        }}
        onBlur={({ currentTarget }) => save(currentTarget.value)}
        maxLength={40}
        autoComplete="given-name"
        aria-describedby="first-name-hint"
        className="min-h-11"
      />
      <p id="first-name-hint" role="status" className="text-sm text-muted-foreground">
        {hint}
      </p>
    </form>
  )
}

export function FileRow({ file, preview, onRemove }: { file: GuestFile; preview?: string; onRemove: () => void }) {
  const { fileName, state, reason } = file
  return (
    <Row name={fileName} preview={preview} isBad={state === 'refused'} onRemove={onRemove}>
      {state === 'refused' && <Status {...refused} text={reason ?? 'This file cannot be used'} />}
      {state === 'ready' && <Status tone="text-success" icon={Check} text="Added" />}
      {state === 'preparing' && <Status tone="text-muted-foreground" text="Checking…" />}
    </Row>
  )
}

type SendingProps = { sending: Sending; onRetry: () => void; onDismiss: () => void }

export function SendingRow({ sending: { file, preview, percent, problem }, onRetry, onDismiss }: SendingProps) {
  const label = `Sending ${file.name}`
  if (problem) {
    return (
      <Row name={file.name} preview={preview} isBad action={<Retry onClick={onRetry} />} onRemove={onDismiss}>
        <Status {...refused} text={problem} />
      </Row>
    )
  }
  return (
    <Row name={file.name} preview={preview} onRemove={onDismiss}>
      <p className="text-sm tabular-nums text-muted-foreground">
        {navigator.onLine === false ? 'Waiting for the network' : `${percent}%`}
      </p>
      <progress max={100} value={percent} aria-label={label} className="mt-1 block h-2 w-full accent-primary" />
    </Row>
  )
}

const refused = { tone: 'text-destructive', icon: TriangleAlert }

const Status = ({ tone, icon: Icon, text }: { tone: string; icon?: LucideIcon; text: string }) => (
  <p className={`flex items-center gap-1 text-sm font-semibold ${tone}`}>
    {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
    {text}
  </p>
)

type RowProps = {
  name: string
  preview: string | undefined
  isBad?: boolean
  action?: ReactNode
  onRemove: () => void
  children: ReactNode
}

function Row({ name, preview, isBad = false, action, onRemove, children }: RowProps) {
  const edge = isBad ? 'border-destructive' : 'border-border'
  return (
    <li className={`flex items-center gap-3 rounded-md border ${edge} bg-raised p-2`}>
      {preview ? (
        <img src={preview} alt="" className="size-14 shrink-0 rounded-sm object-cover" />
      ) : (
        <span className="flex size-14 shrink-0 items-center justify-center rounded-sm bg-sunken text-muted-foreground">
          <Camera aria-hidden="true" className="size-6" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={name}>
          {name}
        </p>
        {children}
      </div>
      {action}
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </li>
  )
}
