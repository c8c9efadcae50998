import { boot } from '#client/platform/boot.ts'
import { callUnparsed } from '#client/platform/requests/api.ts'
import type { readCompany } from '#contract/companies/endpoints.ts'
import type { Fields } from './form-memory.ts'

/** Contact data of the signed-in person of a company; undefined for everybody else. */
export async function fetchOwnContact(): Promise<Partial<Fields> | undefined> {
  const user = boot()?.user
  if (!user?.companyId) return undefined
  const endpoint = { method: 'GET', path: '/companies/:id' } as const
  const input = { params: { id: user.companyId } }
  const company = await callUnparsed<typeof readCompany>(endpoint, input).catch(() => undefined)
  return {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    email: user.email,
    phone: company?.phone,
    companyName: company?.name,
  }
}
