import type { RefObject } from 'react'
import type { CompanyRow } from '#contract/companies/endpoints.ts'

export type StatusChange = 'hide' | 'show' | 'disable' | 'enable'
export type CompanyAction = 'password' | 'points' | 'team-size' | 'rename' | StatusChange
export type OpenCompanyDialog = (act: CompanyAction, company: CompanyRow, opener: HTMLElement | null) => void

export interface CompanyDialogProps {
  company: CompanyRow
  open: boolean
  onClose: () => void
  /** Takes the focus back when the dialog closes. */
  opener: RefObject<HTMLElement | null>
}
