import { Ban, CircleCheck, Clock3, Ellipsis } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { dayOf, exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { useUser } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Badge } from '#client/ui/display/badge.tsx'
import { EmailText } from '#client/ui/display/email-text.tsx'
import { SortableColumn } from '#client/ui/lists/sortable-column.tsx'
import { TableBody, TableCell, TableColumn, TableHead, TableRow } from '#client/ui/lists/table.tsx'
import { TableSkeleton } from '#client/ui/lists/table-skeleton.tsx'
import { WideTable } from '#client/ui/lists/wide-table.tsx'
import { DropdownItem, DropdownMenu } from '#client/ui/overlays/dropdown-menu.tsx'
import type { Administrator } from '#contract/administrators/endpoints.ts'
import { AdministratorStatusDialog } from './administrator-status-dialog.tsx'
import { nameOf } from './name-of.ts'

interface Sorting {
  sort: string
  onSort: (sort: string) => void
}

interface AdministratorsTableProps extends Sorting {
  administrators: Administrator[]
}

export function AdministratorsTable({ administrators, ...sorting }: AdministratorsTableProps) {
  const user = useUser()
  const [subject, setSubject] = useState<Administrator>()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)

  function ask(administrator: Administrator, button: HTMLElement | null) {
    opener.current = button
    setSubject(administrator)
    setOpen(true)
  }

  return (
    <>
      <AdministratorsFrame {...sorting}>
        {administrators.map((administrator) => (
          <AdministratorLine
            key={administrator.id}
            administrator={administrator}
            isYou={administrator.id === user.id}
            onStanding={ask}
          />
        ))}
      </AdministratorsFrame>
      {subject && (
        <AdministratorStatusDialog
          key={`${subject.id} ${subject.disabled}`}
          administrator={subject}
          open={open}
          opener={opener}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function AdministratorsFrame({ children, ...sorting }: Sorting & { children: ReactNode }) {
  return (
    <WideTable caption="Administrators">
      <TableHead>
        <SortableColumn name="name" {...sorting} className="w-[24%]">
          Name
        </SortableColumn>
        <SortableColumn name="email" {...sorting}>
          Email
        </SortableColumn>
        <SortableColumn name="createdAt" descendingFirst {...sorting} className="w-34">
          Created
        </SortableColumn>
        <TableColumn className="w-84">Status</TableColumn>
        <TableColumn className="w-16">
          <span className="sr-only">Actions</span>
        </TableColumn>
      </TableHead>
      <TableBody>{children}</TableBody>
    </WideTable>
  )
}

interface LineProps {
  administrator: Administrator
  isYou: boolean
  onStanding: (administrator: Administrator, button: HTMLElement | null) => void
}

function AdministratorLine({ administrator, isYou, onStanding }: LineProps) {
  const { email, createdAt, disabled } = administrator
  const button = useRef<HTMLButtonElement>(null)
  return (
    <TableRow className="stacked:relative">
      <TableCell heading className={isYou ? '' : 'stacked:pr-12!'}>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" title={nameOf(administrator)} className="wrap-anywhere">
            {nameOf(administrator)}
          </span>
          {isYou && <Badge tone="flame">You</Badge>}
        </span>
      </TableCell>
      <TableCell label="Email" className="tabular:text-sm">
        <span className="wrap-anywhere stacked:text-right">
          <EmailText>{email}</EmailText>
        </span>
      </TableCell>
      <TableCell label="Created" className="tabular:text-sm">
        <time dateTime={createdAt} title={exactMomentOf(createdAt)}>
          {dayOf(createdAt)}
        </time>
      </TableCell>
      <TableCell label="Status">
        <StatusBadge administrator={administrator} />
      </TableCell>
      <TableCell className="stacked:empty:hidden">
        {!isYou && (
          <div className="stacked:absolute stacked:top-1 stacked:right-2 tabular:ml-auto tabular:w-fit">
            <DropdownMenu
              trigger={
                <Button
                  ref={button}
                  variant="ghost"
                  size="icon-sm"
                  aria-label={`More actions for ${nameOf(administrator)}`}
                >
                  <Ellipsis aria-hidden="true" />
                </Button>
              }
            >
              <DropdownItem
                icon={disabled ? CircleCheck : Ban}
                destructive={!disabled}
                onSelect={() => onStanding(administrator, button.current)}
              >
                {disabled ? 'Enable' : 'Disable'}
              </DropdownItem>
            </DropdownMenu>
          </div>
        )}
      </TableCell>
    </TableRow>
  )
}

function StatusBadge({ administrator: { disabled, passwordExpiresAt } }: { administrator: Administrator }) {
  if (disabled) {
    return (
      <Badge tone="destructive" icon={Ban}>
        Disabled
      </Badge>
    )
  }
  if (!passwordExpiresAt) {
    return (
      <Badge tone="success" icon={CircleCheck}>
        Active
      </Badge>
    )
  }
  const expired = Date.parse(passwordExpiresAt) < Date.now()
  return (
    <Badge tone="warning" icon={Clock3} className="h-auto! min-h-6 py-0.5 whitespace-normal!">
      {expired ? 'Temporary password expired' : `Temporary password until ${momentOf(passwordExpiresAt)}`}
    </Badge>
  )
}

const skeletonColumns = [
  { heading: true, shape: 'h-5 w-36' },
  { label: 'Email', shape: 'h-5 w-48 max-w-full' },
  { label: 'Created', shape: 'h-5 w-24' },
  { label: 'Status', shape: 'h-6 w-20' },
  { className: 'stacked:hidden' },
]

export const AdministratorsTableSkeleton = ({ sort }: { sort: string }) => (
  <TableSkeleton
    label="Loading administrators…"
    columns={skeletonColumns}
    rows={3}
    frame={(rows) => (
      <AdministratorsFrame sort={sort} onSort={() => undefined}>
        {rows}
      </AdministratorsFrame>
    )}
  />
)
