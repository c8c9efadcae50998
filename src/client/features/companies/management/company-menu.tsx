import { Ban, CircleCheck, Ellipsis, Eye, EyeOff, KeyRound, Medal, Pencil, Users } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { DropdownItem, DropdownMenu } from '#client/ui/overlays/dropdown-menu.tsx'
import type { CompanyRow } from '#contract/companies/endpoints.ts'
import type { OpenCompanyDialog } from './company-actions.ts'
import { companyNameOf } from './company-status.tsx'

export function CompanyMenu({ company, onAct }: { company: CompanyRow; onAct: OpenCompanyDialog }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <DropdownMenu
      trigger={
        <Button ref={button} variant="ghost" size="icon-sm" aria-label={`More actions for ${companyNameOf(company)}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {company.profileComplete && (
        <DropdownItem icon={Medal} onSelect={() => onAct('points', company, button.current)}>
          Adjust points
        </DropdownItem>
      )}
      {company.profileComplete && (
        <DropdownItem icon={Users} onSelect={() => onAct('team-size', company, button.current)}>
          Team size
        </DropdownItem>
      )}
      {company.profileComplete && (
        <DropdownItem icon={Pencil} onSelect={() => onAct('rename', company, button.current)}>
          Rename
        </DropdownItem>
      )}
      <DropdownItem icon={KeyRound} onSelect={() => onAct('password', company, button.current)}>
        Reset Password
      </DropdownItem>
      {company.profileComplete && (
        <DropdownItem
          icon={company.hidden ? Eye : EyeOff}
          onSelect={() => onAct(company.hidden ? 'show' : 'hide', company, button.current)}
        >
          {company.hidden ? 'Show on leaderboard' : 'Hide from leaderboard'}
        </DropdownItem>
      )}
      <DropdownItem
        icon={company.disabled ? CircleCheck : Ban}
        destructive={!company.disabled}
        onSelect={() => onAct(company.disabled ? 'enable' : 'disable', company, button.current)}
      >
        {company.disabled ? 'Enable' : 'Disable'}
      </DropdownItem>
    </DropdownMenu>
  )
}
