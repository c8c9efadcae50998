import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Loading } from '#client/ui/feedback/skeleton.tsx'
import { QuerySection } from './query-section.tsx'

interface LazySectionProps<Module> {
  /** Cache key of the chunk. */
  name: string
  load: () => Promise<Module>
  /** Loads it before it is near the screen. */
  isRequested?: boolean
  /** Subject of the loading sentence. */
  loading: string
  /** Placeholder during the load. */
  skeleton: ReactNode
  children: (module: Module, skeleton: ReactNode) => ReactNode
}

/**
 * A part of a page in a separate chunk, loaded near the screen. A failed load affects nothing else and can be retried.
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
