import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { sentenceOf, showFieldErrors, useSubmit } from '#client/platform/forms.ts'
import { useUnsavedGuard } from '#client/platform/unsaved.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { aboveBar, ToastSlot } from '#client/ui/toasts/toast-slot.tsx'
import { type Company, CompanyChanges } from '#contract/companies/endpoints.ts'
import { companyNotUpdated, teamSizeChangeOf, useEditCompany } from '../queries.ts'
import { SettingsFields } from './settings-fields.tsx'
import { type Profile, profileOf } from './settings-profile.ts'

/** Read-only until Edit is pressed. */
export function SettingsForm({ company }: { company: Company }) {
  const client = useQueryClient()
  const { data: changes } = useQuery(teamSizeChangeOf(company.id))
  const change = changes?.[0]
  // Untouched fields follow changes of others; edited fields stay.
  const form = useForm({
    resolver: zodResolver(CompanyChanges.required()),
    values: profileOf(company, change),
    resetOptions: { keepDirtyValues: true },
  })
  const { formState, reset, setError, setFocus } = form
  const { dirtyFields } = formState
  const [editing, setEditing] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const edit = useEditCompany(company.id)
  const guard = useUnsavedGuard(editing && formState.isDirty)
  const editButton = useFocusWhenBack(editing, () => setFocus('name'))

  function stop(profile: Profile) {
    // Without this the reset keeps edited values, because of `resetOptions`.
    reset(profile, { keepDirtyValues: false })
    setTrouble(undefined)
    setEditing(false)
  }

  const submit = useSubmit(form, async (profile) => {
    setTrouble(undefined)
    // Send edited fields only: a colleague may have changed the others.
    const edited = Object.entries(profile).filter(([field]) => dirtyFields[field as keyof Profile])
    await edit.run(Object.fromEntries(edited), {
      onSuccess: (company) => stop(profileOf(company, client.getQueryData(teamSizeChangeOf(company.id).queryKey)?.[0])),
      onError: (error) => {
        const isAboutFields = showFieldErrors(error, setError, Object.keys(profile) as (keyof Profile)[])
        if (!isAboutFields) setTrouble(sentenceOf(error, companyNotUpdated))
      },
    })
  })

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit}>
        <PageHeader
          title="Settings"
          description="How your company appears, and who we contact."
          actions={
            !editing && (
              <Button ref={editButton} variant="outline" onClick={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                Edit Profile
              </Button>
            )
          }
        />
        <SettingsFields company={company} change={change} editing={editing} />
        {editing && (
          <div
            data-bottom-bar
            className="sticky bottom-(--phone-bar) -mx-4 mt-8 flex flex-wrap items-center gap-3 border-t border-border bg-background px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
          >
            <ToastSlot className={aboveBar} />
            <Button type="submit" pending={formState.isSubmitting} pendingLabel="Saving...">
              Save Changes
            </Button>
            <Button
              variant="outline"
              disabled={formState.isSubmitting}
              onClick={() => stop(profileOf(company, change))}
            >
              Cancel
            </Button>
            {trouble && (
              <p role="alert" className="basis-full font-medium text-destructive sm:basis-auto">
                {trouble}
              </p>
            )}
          </div>
        )}
      </form>
      <ConfirmDialog
        open={guard.asking}
        onOpenChange={(open) => !open && guard.stay()}
        title="Leave without saving?"
        description="Your changes to the company profile are not saved yet."
        confirmLabel="Leave without saving"
        cancelLabel="Keep editing"
        destructive
        onConfirm={guard.leave}
      />
    </FormProvider>
  )
}

/** The pressed button disappears during editing: focus moves into the form, and back to the button after it. */
function useFocusWhenBack(editing: boolean, focusForm: () => void) {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(editing)
  useEffect(() => {
    if (before.current === editing) return
    before.current = editing
    if (editing) focusForm()
    else button.current?.focus()
  })
  return button
}
