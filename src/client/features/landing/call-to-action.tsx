import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { TrackLanes } from '#client/ui/display/track-lanes.tsx'

export function CallToAction() {
  return (
    <section aria-labelledby="sign-in" className="mx-auto -mt-24 max-w-7xl px-4 sm:-mt-28 lg:px-8 2xl:px-0">
      <div className="relative overflow-hidden rounded-lg bg-flame-500 px-6 py-12 text-ink-900 sm:px-12 sm:py-16">
        <TrackLanes lanes={6} className="absolute right-0 bottom-0 w-72 text-flame-300 sm:w-104" />
        <div className="relative flex flex-wrap items-end justify-between gap-8">
          <div className="max-w-136">
            <h2 id="sign-in" className="text-3xl font-extrabold tracking-tight sm:text-4xl">
              Your lane is free. Take it.
            </h2>
            <p className="mt-3 text-lg">Today’s task is waiting, and so are the teams ahead of you.</p>
          </div>
          <Link
            href="/login"
            className="inline-flex min-h-14 items-center gap-3 rounded-md bg-ink-900 px-6 text-lg font-semibold text-sand-50 transition-colors hover:bg-ink-700 outline-ink-900"
          >
            Sign In to Your Account
            <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
          </Link>
        </div>
      </div>
    </section>
  )
}
