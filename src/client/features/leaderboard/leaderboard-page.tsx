import { Trophy } from 'lucide-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'

export function LeaderboardPage() {
  return (
    <>
      <PageHeader title="Leaderboard" description="Company rankings by total points." />
      <EmptyState
        icon={Trophy}
        title="No leaderboard data available yet."
        description="The first approved proof puts a company on the board."
        className="mt-8"
      />
    </>
  )
}
