import type { Company, CompanyChanges } from '#contract/companies/endpoints.ts'
import type { TeamSizeChange } from '#contract/companies/team-size-changes.ts'

export type Profile = Required<CompanyChanges>

/** Prefix of stored files; a logo is sent as its path below it. */
export const fileAddress = '/api/files/'

/** Form values with the requested team size, also while another one counts. */
export function profileOf(company: Company, change: TeamSizeChange | undefined): Profile {
  const { name, contactPersonName, email, phone, dailyGoal, brandingColor } = company
  const teamSize = change?.size ?? company.teamSize
  const logoUrl = company.logoUrl?.replace(fileAddress, '') ?? ''
  return { name, contactPersonName, email, phone, teamSize, dailyGoal, brandingColor, logoUrl }
}
