import { countText } from '#client/platform/formats/amounts.ts'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { call } from '#client/platform/requests/api.ts'
import { type Erasure, erasePersonalData, exportPersonalData, type PersonalData } from '#contract/privacy/endpoints.ts'

export const useExport = () =>
  useMutationWithToasts({
    mutationFn: (email: string) => call(exportPersonalData, { body: { email } }),
    success: (data, email) =>
      isEmpty(data)
        ? { title: 'Nothing found', description: `We hold no data about ${email}.` }
        : { title: 'Exported', description: `Everything about ${email} is in the file. Give it to that person only.` },
    failure: failureToast('Error', 'The data could not be exported'),
  })

export const useErasing = () =>
  useMutationWithToasts({
    mutationFn: (email: string) => call(erasePersonalData, { body: { email } }),
    success: (erased, email) => {
      const parts = partsOf(erased)
      return parts.length === 0
        ? { title: 'Nothing found', description: `We hold no data about ${email}.` }
        : { title: 'Erased', description: `${parts.join(', ')}.` }
    },
    failure: failureToast('Error', 'The data could not be erased'),
  })

export const isEmpty = (data: PersonalData) =>
  Object.values(data).every((section) => !Array.isArray(section) || section.length === 0)

const names: Record<keyof Erasure, [one: string, many: string]> = {
  accounts: ['account', 'accounts'],
  companies: ['company', 'companies'],
  contacts: ['contact address', 'contact addresses'],
  registrations: ['registration', 'registrations'],
  emails: ['email', 'emails'],
  files: ['file', 'files'],
}

const partsOf = (erased: Erasure) =>
  (Object.keys(names) as (keyof Erasure)[])
    .filter((name) => erased[name] > 0)
    .map((name) => countText(erased[name], names[name]))
