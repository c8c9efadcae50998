import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { OwnPasswordReminder } from '#client/features/auth/own-password-reminder.tsx'
import { WaitingFiles } from '#client/features/proofs/hand-in/waiting/waiting-files.tsx'
import { HelpButton } from '#client/platform/help/help-button.tsx'
import { useHelpKeys } from '#client/platform/help/help-keys.ts'
import { useLive } from '#client/platform/live.ts'
import { useHash } from '#client/platform/navigation/hash.ts'
import { forgetAnswers } from '#client/platform/offline/kept-answers.ts'
import { startKeepingAnswers } from '#client/platform/session/keep-answers.ts'
import { useUser } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { BrandMark } from '#client/ui/display/brand-mark.tsx'
import { PhoneBar } from '#client/ui/layout/phone-bar.tsx'
import { Sidebar, SidebarToggle } from '#client/ui/layout/sidebar.tsx'
import { useSidebarState } from '#client/ui/layout/sidebar-state.ts'
import { SkipLink } from '#client/ui/layout/skip-link.tsx'
import { TooltipProvider } from '#client/ui/overlays/tooltip.tsx'
import { ThemeToggle } from '#client/ui/theme/theme-toggle.tsx'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { branding } from '#contract/branding/branding.ts'
import { findPagePath } from '#contract/pages.ts'
import type { Role } from '../pages.ts'
import { SearchButton } from '../search/search-button.tsx'
import { keepAppForOffline, offerInstalling } from './installed-app.ts'
import { MaintenanceNotice } from './maintenance-notice.tsx'
import { activeItem, navigationOf, shortcutsOf } from './navigation.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { UserMenu } from './user-menu.tsx'

/** Narrower at 400 % zoom, which leaves room for the event's title. */
const narrow = 'max-[340px]:w-9!'

const shellKeys = {
  title: 'Keys on every page',
  keys: [{ keys: ['Ctrl or ⌘', 'B'], what: 'Show or hide the sidebar' }],
}

const logoutNeedsNetwork = {
  title: 'There is no network',
  description: 'Logging out needs one. Please try again when it is back.',
  variant: 'destructive',
} as const

/** Administrators see many companies' data, so nothing is stored on their device. */
function useKeptAnswers(role: Role) {
  const client = useQueryClient()
  const user = useUser()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed profile is the same person
  useEffect(() => {
    if (role === 'company') return startKeepingAnswers(client, user)
    forgetAnswers()
  }, [client, role, user.id])
}

/** Frame of every page after the sign-in. */
export function Shell({ role, children }: { role: Role; children: ReactNode }) {
  const user = useUser()
  const sidebar = useSidebarState()
  const navigation = navigationOf(role)
  const [path] = useLocation()
  const search = useSearch()
  const active = activeItem(navigation, findPagePath(role, `${path}?${search}`), useHash())
  const [leaving, setLeaving] = useState(false)
  useHelpKeys(shellKeys)
  useLive(leaving ? undefined : user.id)
  useEffect(() => {
    if (role !== 'company') return
    offerInstalling()
    return keepAppForOffline()
  }, [role])
  useKeptAnswers(role)

  function logOut() {
    if (!navigator.onLine) return void toast(logoutNeedsNetwork)
    forgetAnswers()
    // Keeps the landing page from flashing: the session's end is announced before the new page loads.
    setLeaving(true)
    // If the page is still here, the user kept unsaved changes.
    setTimeout(() => setLeaving(false), 10_000)
    location.assign('/api/logout')
  }

  return (
    <TooltipProvider>
      <SkipLink />
      <div className="flex min-h-dvh">
        <Sidebar
          state={sidebar}
          label={navigation.label}
          items={navigation.items}
          active={active}
          brand={(compact) => <BrandMark name={branding.initiative} compact={compact} />}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="short:static sticky top-0 z-30 flex min-h-16 max-[420px]:min-h-17 shrink-0 items-center py-1 gap-1 border-b border-border bg-background px-2 sm:gap-2 sm:px-4 lg:px-6">
            <SidebarToggle state={sidebar} className="max-md:[@media(height>=25rem)]:hidden" />
            <div className="min-w-0 flex-1 px-1">
              <p className="font-display text-xs leading-[1.1] font-bold min-[420px]:text-sm lg:text-lg">
                {branding.eventName}
              </p>
              <p className="text-xs wrap-anywhere text-muted-foreground min-[420px]:text-sm">
                Welcome, {user.firstName || user.email || 'User'}
              </p>
            </div>
            <SearchButton role={role} onLogOut={logOut} className={narrow} />
            <HelpButton className={narrow} />
            <ThemeToggle className={narrow} />
            <UserMenu user={user} className={narrow} onLogOut={sidebar.mobile ? logOut : undefined} />
            {!sidebar.mobile && (
              <Button variant="outline" onClick={logOut}>
                <LogOut aria-hidden="true" />
                Logout
              </Button>
            )}
          </header>
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl flex-1 px-4 pt-3 pb-[calc(1.5rem+var(--phone-bar))] sm:px-6 sm:pt-8 md:pb-8 lg:px-8"
          >
            <MaintenanceNotice />
            <OfflineNotice />
            {user.companyId && <WaitingFiles companyId={user.companyId} />}
            {children}
          </main>
        </div>
      </div>
      {sidebar.mobile && (
        <PhoneBar
          items={shortcutsOf(role, active)}
          expanded={sidebar.sheetOpen}
          onMore={() => sidebar.setSheetOpen(true)}
        />
      )}
      <OwnPasswordReminder user={user} />
    </TooltipProvider>
  )
}
