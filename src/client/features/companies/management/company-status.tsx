import { Ban, CircleDashed, EyeOff } from 'lucide-react'
import { Badge } from '#client/ui/display/badge.tsx'
import type { CompanyRow } from '#contract/companies/endpoints.ts'

export const companyNameOf = ({ name }: Pick<CompanyRow, 'name'>) => name || 'Without a name'

/** Badges of a company that needs attention; renders nothing for others. */
export function CompanyStatus({ company }: { company: CompanyRow }) {
  if (company.profileComplete && !company.hidden && !company.disabled) return null
  return (
    <span className="flex flex-wrap gap-1">
      {!company.profileComplete && (
        <Badge tone="warning" icon={CircleDashed}>
          Profile incomplete
        </Badge>
      )}
      {company.hidden && <Badge icon={EyeOff}>Hidden</Badge>}
      {company.disabled && (
        <Badge tone="destructive" icon={Ban}>
          Disabled
        </Badge>
      )}
    </span>
  )
}
