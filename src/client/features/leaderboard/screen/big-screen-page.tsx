import { useLocation } from 'wouter'
import { paths } from '#client/platform/navigation/paths.ts'
import { BigScreen } from './big-screen.tsx'

/** For administrators, whose leaderboard is on the dashboard; closing leads there. */
export function BigScreenPage() {
  const [, navigate] = useLocation()
  return <BigScreen onLeave={() => navigate(paths.home, { replace: true })} />
}
