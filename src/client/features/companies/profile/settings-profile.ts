import type { Company, CompanyChanges } from '#contract/companies/endpoints.ts'

export type Profile = Required<CompanyChanges>

/** Where stored files are read; a logo is sent back as its path below it. */
export const fileAddress = '/api/files/'

export function profileOf(company: Company): Profile {
  const { name, contactPersonName, email, phone, teamSize, dailyGoal, brandingColor } = company
  const logoUrl = company.logoUrl?.replace(fileAddress, '') ?? ''
  return { name, contactPersonName, email, phone, teamSize, dailyGoal, brandingColor, logoUrl }
}
