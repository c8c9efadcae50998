import { Braces, CircleUserRound, KeyRound, LogOut, Settings } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '#client/platform/navigation/paths.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { DropdownItem, DropdownLabel, DropdownMenu, DropdownSeparator } from '#client/ui/overlays/dropdown-menu.tsx'
import type { CurrentUser } from '#contract/auth/endpoints.ts'

const loadDialog = () => import('#client/features/auth/change-password-dialog.tsx')
const ChangePasswordDialog = lazy(() => loadDialog().then((module) => ({ default: module.ChangePasswordDialog })))

type UserMenuProps = {
  user: CurrentUser
  className?: string
  /** On a phone, where the header has no room for its button. */
  onLogOut: (() => void) | undefined
}

export function UserMenu({ user, className, onLogOut }: UserMenuProps) {
  const [changing, setChanging] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  const trigger = (
    <Button
      ref={button}
      variant="ghost"
      size="icon"
      aria-label="Your account"
      onPointerEnter={() => void loadDialog()}
      className={className}
    >
      <CircleUserRound aria-hidden="true" className="size-5.5" />
    </Button>
  )
  return (
    <>
      <DropdownMenu trigger={trigger} className="max-w-[calc(100vw-1rem)]">
        <DropdownLabel>
          {name && <span className="block truncate text-foreground">{name}</span>}
          <span className="block truncate font-normal">{user.email}</span>
        </DropdownLabel>
        <DropdownSeparator />
        <DropdownItem icon={KeyRound} onSelect={() => setChanging(true)}>
          Change password
        </DropdownItem>
        {user.isAdmin && (
          <DropdownItem asChild>
            <Link href={paths.apiDocs}>
              <Braces aria-hidden="true" className="size-4.5 shrink-0" />
              API documentation
            </Link>
          </DropdownItem>
        )}
        {user.hasCompany && (
          <DropdownItem asChild>
            <Link href={paths.settings}>
              <Settings aria-hidden="true" className="size-4.5 shrink-0" />
              Company settings
            </Link>
          </DropdownItem>
        )}
        {onLogOut && (
          <>
            <DropdownSeparator />
            <DropdownItem icon={LogOut} onSelect={onLogOut}>
              Logout
            </DropdownItem>
          </>
        )}
      </DropdownMenu>
      {changing !== undefined && (
        <Suspense>
          <ChangePasswordDialog open={changing} onOpenChange={setChanging} email={user.email} openedBy={button} />
        </Suspense>
      )}
    </>
  )
}
