import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { QuerySection } from './query-section.tsx'

interface LazySectionProps<Module> {
  /** Of the file, for the cache. */
  name: string
  load: () => Promise<Module>
  /** Wanted although it is not near the screen yet. */
  wanted?: boolean
  skeleton: ReactNode
  children: (module: Module) => ReactNode
}

/**
 * A part of a page in a file of its own, fetched when it comes near the screen. A file that does not arrive takes nothing else of
 * the page away, and can be asked for again.
 */
export function LazySection<Module>({ name, load, wanted = false, skeleton, children }: LazySectionProps<Module>) {
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
  const file = useQuery({
    queryKey: ['files', name],
    queryFn: load,
    enabled: isNear || wanted,
    structuralSharing: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div ref={place}>
      <QuerySection query={file} failure="This part of the page did not load." skeleton={skeleton}>
        {children}
      </QuerySection>
    </div>
  )
}
