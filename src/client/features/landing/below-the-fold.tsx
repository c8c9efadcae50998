import { Benefits } from './benefits.tsx'
import { CallToAction } from './call-to-action.tsx'
import { Credits } from './credits.tsx'
import { Features } from './features.tsx'

export function BelowTheFold() {
  return (
    <>
      <Features />
      <Benefits />
      <CallToAction />
    </>
  )
}

/** Comes with the rest: alone it would stand under the first screen and be pushed away. */
export function Foot() {
  return <Credits className="mt-10" />
}
