import { pointsText } from '#client/platform/formats/amounts.ts'
import { branding } from '#contract/branding/branding.ts'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { Champion } from '../champion/champion.tsx'

/** The champion on the full screen, as a background for photos. */
export function ChampionMoment({ entry, onClose }: { entry: LeaderboardEntry; onClose: () => void }) {
  return (
    <section
      aria-label="The champion"
      className="dark absolute inset-0 flex animate-appear flex-col justify-center bg-background text-foreground"
    >
      <Champion
        fill
        name={entry.name}
        color={entry.brandingColor}
        className="min-h-0 w-full flex-1 @max-3xl/screen:aspect-4/3 @max-3xl/screen:flex-none"
      />
      <button
        type="button"
        onClick={onClose}
        className="flex flex-col items-center px-[3cqw] pt-[2.5cqh] pb-[4cqh] text-center font-display leading-[1.05]"
      >
        <bdi className="line-clamp-2 text-[max(2rem,min(12cqh,8cqw))] font-extrabold tracking-tight wrap-anywhere">
          {entry.name}
        </bdi>
        <span className="mt-[1.5cqh] text-[max(1.1rem,min(5.6cqh,4cqw))] font-bold text-primary-text">
          {branding.championText}
        </span>
        <span className="mt-[1.5cqh] text-[max(1rem,min(4.6cqh,3.4cqw))] font-bold text-points tabular-nums">
          Rank #{entry.rank} · {pointsText(entry.points)}
        </span>
        <span className="sr-only">Back to the leaderboard</span>
      </button>
    </section>
  )
}
