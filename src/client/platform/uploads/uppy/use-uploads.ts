import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { UploadRules } from '../rules.ts'
import { applyRules, createUploads, suspend } from './create-uploads.ts'
import { countConverting } from './heic-plugin.ts'
import type { Uploads } from './uploader-plugin.ts'

/** Creates Uppy for the lifetime of the component; undefined until the first effect. */
export function useUploads(id: string, rules: UploadRules): Uploads | undefined {
  const [uploads, setUploads] = useState<Uploads>()
  useEffect(() => {
    const created = createUploads(id, rules.purpose)
    applyRules(created, rules)
    setUploads(created)
    return () => suspend(created)
  }, [id, rules])
  return uploads
}

/** Number of chosen photos being converted to JPEG. */
export function useConverting(uploads: Uploads): number {
  const subscribe = useCallback((listener: () => void) => uploads.store.subscribe(listener), [uploads])
  return useSyncExternalStore(subscribe, () => countConverting(uploads))
}
