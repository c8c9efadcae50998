import { Mail } from 'lucide-react'
import type { RefObject } from 'react'
import { boot } from '#client/platform/boot.ts'
import { useKnownUser } from '#client/platform/session/session.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { KeyCap } from '#client/ui/display/key-cap.tsx'
import { Switch } from '#client/ui/forms/checkbox.tsx'
import { Dialog, DialogBody } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { branding } from '#contract/branding/branding.ts'
import { type HelpKey, type HelpKeyGroup, useHelpKeyGroups } from './help-keys.ts'
import { setSingleKeys, useSingleKeys } from './single-keys.ts'

export interface HelpDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  opener: RefObject<HTMLElement | null>
  keys?: HelpKeyGroup[] | undefined
  className?: string | undefined
}

export function HelpDialog({ open, onOpenChange, opener, keys, className }: HelpDialogProps) {
  const registered = useHelpKeyGroups()
  const groups = keys ?? registered
  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Help"
      {...(className ? { className } : {})}
    >
      <DialogBody className="flex flex-col gap-6">
        <Contact />
        {groups.map((group) => (
          <Keys key={group.title ?? ''} group={group} />
        ))}
        <SingleKeySwitch />
      </DialogBody>
    </Dialog>
  )
}

const supportEmail = boot()?.supportEmail

function Contact() {
  const user = useKnownUser()
  return (
    <section aria-label="Contact" className="flex flex-col items-start gap-3">
      {supportEmail ? (
        <>
          <p>Questions, or something does not work? The organisers answer your email.</p>
          <LinkButton
            href={`mailto:${supportEmail}?subject=${encodeURIComponent(`Help: ${document.title}`)}`}
            variant="outline"
            className="max-w-full"
          >
            <Mail aria-hidden="true" />
            <span className="truncate">{supportEmail}</span>
          </LinkButton>
        </>
      ) : (
        <p>Questions, or something does not work? Ask the organisers of {branding.eventName}.</p>
      )}
      {!supportEmail && user?.isAdmin && (
        <p className="text-sm text-muted-foreground">
          No contact address is set. With the setting <code>SUPPORT_EMAIL</code> everyone sees it here.
        </p>
      )}
    </section>
  )
}

function Keys({ group: { title = 'Keys on this screen', keys } }: { group: HelpKeyGroup }) {
  const singleKeys = useSingleKeys()
  const usable = keys.filter(({ single }) => singleKeys || !single)
  return (
    <section aria-label={title} className="pointer-coarse:hidden">
      <h3 className="mb-2 text-base">{title}</h3>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {usable.map((key) => (
          <div key={key.what} className="contents">
            <dt className="flex items-center gap-1">
              <KeyNames {...key} />
            </dt>
            <dd>{key.what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function KeyNames({ keys, range }: HelpKey) {
  return keys.map((name, index) => (
    <span key={name} className="contents">
      {index > 0 && range && <span className="text-muted-foreground">–</span>}
      <KeyCap className="h-7! min-w-7!">{name}</KeyCap>
      <span className="sr-only">{name}</span>
    </span>
  ))
}

function SingleKeySwitch() {
  const on = useSingleKeys()
  return (
    <Switch
      label="Single-key shortcuts"
      hint="Letters and digits act without Ctrl or Alt, for instance A to approve in review mode. This browser remembers your choice."
      checked={on}
      onChange={({ target }) => setSingleKeys(target.checked)}
      className="pointer-coarse:hidden"
    />
  )
}
