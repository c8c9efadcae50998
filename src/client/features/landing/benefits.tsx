import { TrackLanes } from '#client/ui/display/track-lanes.tsx'

const benefits = [
  'Boost employee engagement through gamification',
  'Track company-wide wellness metrics',
  'Foster healthy competition between teams',
  'Generate wellness reports',
]

export function Benefits() {
  return (
    <section aria-labelledby="benefits" className="relative overflow-hidden bg-ink-900 text-sand-50 dark:bg-sunken">
      <TrackLanes
        lanes={7}
        active={2}
        corner="top-right"
        className="absolute top-0 right-0 w-32 text-ink-700 sm:w-64 lg:w-md xl:w-136"
      />
      <div className="relative mx-auto max-w-7xl px-4 pt-16 pb-40 sm:pt-24 sm:pb-48 lg:px-8 2xl:px-0">
        <h2 id="benefits" className="text-lg font-semibold text-flame-400">
          What your company gains
        </h2>
        <ul className="mt-6 max-w-208">
          {benefits.map((benefit) => (
            <li
              key={benefit}
              className="border-t border-ink-700 py-5 font-display text-2xl font-bold tracking-tight text-balance sm:text-3xl"
            >
              {benefit}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
