import { useEffect, useReducer, useRef, useState } from 'react'
import { boot } from '#client/platform/boot.ts'
import type { Capture, GuestFile } from '#contract/proofs/capture.ts'
import { createGuestSession, type GuestSession } from './guest-session.ts'
import { FileRow, Heading, NameField, Page, PhotoPicker, SendingRow, SmallerSwitch, Stop } from './guest-views.tsx'

const words = {
  image: { one: 'photo', many: 'photos', title: 'Photos', accept: 'image/jpeg,image/png' },
  video: { one: 'video', many: 'videos', title: 'Videos', accept: 'video/mp4,video/quicktime' },
}

/** The page of a team link: adds photos to the proof of one task without an account. */
export function GuestPage({ token }: { token: string }) {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const [session] = useState(() => createGuestSession(token, () => render()))
  useEffect(() => session.start(), [session])

  const { capture, closed, failure } = session.state
  if (closed) return <Closed unsent={closed.unsent} />
  if (failure !== undefined) {
    return <Stop title="Couldn’t load the page." sentence={failure} onRetry={() => void session.refresh()} />
  }
  if (!capture) {
    return (
      <p role="status" className="m-auto p-8 text-lg">
        Opening…
      </p>
    )
  }
  return capture.isHandedIn ? <Submitted capture={capture} /> : <Collecting session={session} capture={capture} />
}

function Submitted({ capture: { companyName, taskTitle, files, contentType } }: { capture: Capture }) {
  return (
    <Stop
      title="Submitted – thank you!"
      sentence={
        files.length > 0
          ? `${companyName} has submitted “${taskTitle}”. Your ${words[contentType].many} are part of it.`
          : `${companyName} has submitted “${taskTitle}”.`
      }
    />
  )
}

function Closed({ unsent }: { unsent: number }) {
  return (
    <Stop title="This link no longer works" sentence="Ask your colleague for a new link." help={supportEmail}>
      {unsent > 0 && (
        <p className="text-muted-foreground">
          {unsent === 1
            ? 'One file that waited on this device was not sent.'
            : `${unsent} files that waited on this device were not sent.`}
        </p>
      )}
    </Stop>
  )
}

const supportEmail = boot()?.supportEmail

/** Layout: the task, the notice, one big button, and the files of this device. */
function Collecting({ session, capture }: { session: GuestSession; capture: Capture }) {
  const { companyName, contentType, files, filesKeptDays } = capture
  const { uploads, previews } = session
  const { title, many, accept } = words[contentType]
  const picker = useRef<HTMLInputElement>(null)
  const remove = async (file: GuestFile) => {
    if (await session.remove(file)) picker.current?.focus()
  }
  return (
    <Page>
      <div className="flex flex-col gap-2">
        <p className="text-sm font-semibold text-primary-text">{`${title} for ${companyName}`}</p>
        <Heading>{capture.taskTitle}</Heading>
        <p dir="auto" className="text-muted-foreground wrap-anywhere whitespace-pre-line">
          {capture.taskDescription}
        </p>
      </div>
      <PhotoPicker inputRef={picker} label={`Add ${many}`} accept={accept} onPicked={uploads.add} />
      {contentType === 'image' && <SmallerSwitch />}
      <div>
        <p role="status" className="text-lg font-semibold text-success">
          {thanksOf(capture, uploads.list().length)}
        </p>
        <p role="alert" className="font-semibold text-destructive">
          {session.state.message}
        </p>
      </div>
      <ul aria-label="Your files" className="flex flex-col gap-2">
        {files.map((file) => (
          <FileRow key={file.path} file={file} preview={previews.get(file.path)} onRemove={() => void remove(file)} />
        ))}
        {uploads.list().map((sending) => (
          <SendingRow
            key={sending.key}
            sending={sending}
            onRetry={() => uploads.retry(sending)}
            onDismiss={() => void uploads.dismiss(sending)}
          />
        ))}
      </ul>
      <NameField firstName={capture.firstName ?? ''} onName={session.setName} />
      <p className="text-sm text-muted-foreground">
        {`We remove location and device data. Only ${companyName} and the organisers see your ${many}, and they are deleted ${filesKeptDays} days after review. Faces do not have to be visible. You can remove yours here until your team submits them.`}
      </p>
    </Page>
  )
}

/** Text of the live region, announced when it changes. */
function thanksOf({ files, firstName, contentType }: Capture, sending: number): string {
  const added = files.filter(({ state }) => state !== 'refused').length
  if (added === 0 || sending > 0) return ''
  const amount = `${added} ${added === 1 ? words[contentType].one : words[contentType].many}`
  return `Thank you${firstName ? `, ${firstName}` : ''}! Your team has ${amount} from you.`
}
