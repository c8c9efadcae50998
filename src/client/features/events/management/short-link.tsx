import { paths } from '#client/platform/navigation/paths.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { toast, toastStore } from '#client/ui/toasts/toast-store.ts'
import type { ManagedEvent } from '#contract/events/endpoints.ts'

const shortLinkOf = (shortCode: string) => `${location.origin}${paths.shortLink(shortCode)}`

const readFor = 2_500

/** One toast at a time: the link's toast follows the first, unless another toast came in between. */
export function announceCreated({ title, shortCode }: Pick<ManagedEvent, 'title' | 'shortCode'>) {
  toast({ title: 'Event Created!', description: title, duration: readFor })
  const current = toastStore.current()
  setTimeout(() => {
    const now = toastStore.current()
    if (now && now.id !== current?.id) return
    toast({ title: 'Short Link Ready', description: shortLinkOf(shortCode), duration: 5_000 })
  }, readFor)
}

export function ShortLink({ title, shortCode }: Pick<ManagedEvent, 'title' | 'shortCode'>) {
  const link = shortLinkOf(shortCode)
  return (
    <div className="flex min-w-0 items-end gap-2">
      <Field
        label={
          <>
            Shareable link<span className="sr-only"> of {title}</span>
          </>
        }
        className="flex-1"
      >
        <Input readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
      </Field>
      <CopyButton
        text={link}
        what={`the link of ${title}`}
        failure="Please copy the link manually"
        onCopied={() => toast({ title: 'Short Link Copied!', description: link })}
      />
    </div>
  )
}
