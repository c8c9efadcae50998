import type { Meta } from '@uppy/core'
import Dashboard from '@uppy/dashboard'
import { useEffect, useRef } from 'react'
import '@uppy/core/css/style.min.css'
import '@uppy/dashboard/css/style.min.css'
import './upload-area.css'
import './upload-list.css'
import { FolderSource } from './folder-source.ts'
import { noteOf } from './messages.ts'
import { isPhone, type UploadRules } from './rules.ts'
import type { Stored, Uploads } from './uploader-plugin.ts'

type Props = { uploads: Uploads; rules: UploadRules; onDone: () => void }

/** Uppy's dashboard; it draws itself, in our colours. */
export function UploadArea({ uploads, rules, onDone }: Props) {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const target = box.current
    if (!target) return
    const phone = isPhone()
    const takes = (kind: string) => rules.types.some((type) => type.startsWith(kind))
    uploads.use(Dashboard<Meta, Stored>, {
      inline: true,
      target,
      width: '100%',
      height: '100%',
      note: noteOf(rules),
      proudlyDisplayPoweredByUppy: false,
      showNativePhotoCameraButton: phone && takes('image/'),
      showNativeVideoCameraButton: phone && takes('video/'),
      nativeCameraFacingMode: 'environment',
      doneButtonHandler: onDone,
    })
    if (!phone) uploads.use(FolderSource)
    const mended = mend(target)
    return () => {
      mended.disconnect()
      for (const id of ['Folder', 'Dashboard']) {
        const plugin = uploads.getPlugin(id)
        if (plugin) uploads.removePlugin(plugin)
      }
    }
  }, [uploads, rules, onDone])

  return <div ref={box} className="upload-area min-h-0 flex-1" />
}

/** A single file is an item of a list that Uppy forgets to call one. */
function mend(area: HTMLElement): MutationObserver {
  const name = () => {
    for (const list of area.querySelectorAll('.uppy-Dashboard-files:not([role])')) list.setAttribute('role', 'list')
  }
  name()
  const observer = new MutationObserver(name)
  observer.observe(area, { childList: true, subtree: true })
  return observer
}
