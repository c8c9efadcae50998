import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { UploadFile } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Avatar } from '#client/ui/display/avatar.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { readableColors } from '#contract/branding/contrast.ts'
import type { Company } from '#contract/companies/endpoints.ts'
import { fileAddress, type Profile } from './settings-profile.ts'

// Lazy, because Uppy is needed for editing only.
const UploadButton = lazy(() =>
  import('#client/platform/uploads/uppy/upload-button.tsx').then((module) => ({ default: module.UploadButton })),
)

/** Previews name, colour and logo before they are saved. */
export function Emblem({ company, editing }: { company: Company; editing: boolean }) {
  const { setValue, formState } = useFormContext<Profile>()
  const [name, color, logo] = useWatch<Profile, ['name', 'brandingColor', 'logoUrl']>({
    name: ['name', 'brandingColor', 'logoUrl'],
  })
  const [uploaded, setUploaded] = useState<{ path: string; preview: string }>()
  useEffect(() => () => URL.revokeObjectURL(uploaded?.preview ?? ''), [uploaded])
  const take = useCallback(
    ([file]: UploadFile[]) => {
      const path = file?.response?.body?.path
      if (!path || !(file.data instanceof Blob)) return
      setUploaded({ path, preview: URL.createObjectURL(file.data) })
      setValue('logoUrl', path, { shouldDirty: true })
    },
    [setValue],
  )

  const valid = /^#[0-9a-f]{6}$/i.test(color)
  // Until it is saved, only this browser has a displayable picture.
  const saved = logo && fileAddress + logo
  const source = uploaded?.path === logo && saved !== company.logoUrl ? uploaded.preview : saved
  const fault = formState.errors.logoUrl?.message
  return (
    <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
      <Avatar
        name={name || company.name}
        src={source}
        colors={readableColors(valid ? color : company.brandingColor)}
        size="lg"
        className="border border-control"
      />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-display text-lg font-bold break-words">{name || company.name}</p>
        <p className="text-muted-foreground">This is how the others see you.</p>
      </div>
      {editing && (
        <div className="flex flex-wrap gap-2">
          <Suspense fallback={<Skeleton className="h-9 w-32 pointer-coarse:h-11" />}>
            <UploadButton
              uploadId={`logo-${company.id}`}
              title="Upload your logo"
              variant="outline"
              size="sm"
              onUploaded={take}
            >
              {logo ? 'Change Logo' : 'Upload Logo'}
            </UploadButton>
          </Suspense>
          {logo && (
            <Button variant="ghost" size="sm" onClick={() => setValue('logoUrl', '', { shouldDirty: true })}>
              <Trash2 aria-hidden="true" />
              Remove Logo
            </Button>
          )}
        </div>
      )}
      {fault && <p className="basis-full text-sm font-medium text-destructive">{fault}</p>}
    </div>
  )
}
