import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Loading } from '#client/ui/feedback/skeleton.tsx'
import { QuerySection } from './query-section.tsx'

interface LazySectionProps<Module> {
  /** Of the file, for the cache. */
  name: string
  load: () => Promise<Module>
  /** Wanted although it is not near the screen yet. */
  isRequested?: boolean
  /** Names the section that loads, in a sentence. */
  loading: string
  /** The shape of what comes. */
  skeleton: ReactNode
  children: (module: Module, skeleton: ReactNode) => ReactNode
}

/**
 * A part of a page in a file of its own, fetched when it comes near the screen. A file that does not arrive takes nothing else of
 * the page away, and can be asked for again.
 */
export function LazySection<Module>(props: LazySectionProps<Module>) {
  const { name, load, isRequested = false, loading, skeleton, children } = props
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const shouldLoad = isNear || isRequested
  const waiting = <Loading label={loading}>{skeleton}</Loading>
  const file = useQuery({
    queryKey: ['files', name],
    queryFn: load,
    enabled: shouldLoad,
    structuralSharing: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div ref={place}>
      <QuerySection
        query={file}
        failure="This part of the page did not load."
        skeleton={shouldLoad ? waiting : skeleton}
      >
        {(module) => children(module, waiting)}
      </QuerySection>
    </div>
  )
}
