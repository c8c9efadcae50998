import { useRef, useState } from 'react'
import type { CompanyRow } from '#contract/companies/endpoints.ts'
import { AdjustPointsDialog } from './adjust-points-dialog.tsx'
import type { CompanyAction, OpenCompanyDialog } from './company-actions.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { TeamSizeDialog } from './team-size-dialog.tsx'

/** State lives above the table: a live update may remove the row while its dialog has typed text. */
export function useCompanyDialogs() {
  const [opened, setOpened] = useState<{ act: CompanyAction; company: CompanyRow; turn: number }>()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)

  const openFor: OpenCompanyDialog = (act, company, element) => {
    opener.current = element
    setOpened((before) => ({ act, company, turn: (before?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  return { opened, open, opener, openFor, onClose: () => setOpen(false) }
}

export function CompanyDialogs({ opened, open, opener, onClose }: ReturnType<typeof useCompanyDialogs>) {
  if (!opened) return null
  const { act, company, turn } = opened
  // `turn` is the key, so that each opening starts with an empty form.
  const props = { company, open, opener, onClose }
  if (act === 'password') return <ResetPasswordDialog key={turn} {...props} />
  if (act === 'points') return <AdjustPointsDialog key={turn} {...props} />
  if (act === 'team-size') return <TeamSizeDialog key={turn} {...props} />
  if (act === 'rename') return <RenameDialog key={turn} {...props} />
  return <StatusDialog key={turn} change={act} {...props} />
}
