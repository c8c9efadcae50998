/** Drawn here: a picture from the video's own site would tell it who looked. */
export function TutorialDrawing() {
  return (
    <svg viewBox="0 0 176 99" fill="none" aria-hidden="true" className="block w-full bg-ink-900">
      <circle cx="140" cy="24" r="12" className="fill-sun-400" />
      {[0, 1, 2, 3].map((lane) => (
        <path
          key={lane}
          d={`M-6 ${74 + lane * 13}H84A${74 - lane * 13} ${74 - lane * 13} 0 0 0 ${158 - lane * 13} 0V-6`}
          strokeWidth="9"
          className={lane === 1 ? 'stroke-flame-500' : 'stroke-ink-700'}
        />
      ))}
      <circle cx="88" cy="49.5" r="21" className="fill-sand-50" />
      <path d="M82 39.5v20l17-10z" className="fill-ink-900" />
    </svg>
  )
}
