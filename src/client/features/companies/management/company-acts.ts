import type { RefObject } from 'react'
import type { CompanyRow } from '#contract/companies/endpoints.ts'

export type StandingChange = 'hide' | 'show' | 'disable' | 'enable'
export type CompanyAct = 'password' | 'points' | StandingChange
export type OpenCompanyDialog = (act: CompanyAct, company: CompanyRow, opener: HTMLElement | null) => void

export interface CompanyDialogProps {
  company: CompanyRow
  open: boolean
  onClose: () => void
  /** Takes the focus back afterwards. */
  opener: RefObject<HTMLElement | null>
}
