import type { Meta } from '@uppy/core'
import Dashboard from '@uppy/dashboard'
import { useEffect, useRef } from 'react'
import '@uppy/core/css/style.min.css'
import '@uppy/dashboard/css/style.min.css'
import './upload-area.css'
import './upload-list.css'
import { isPhone, type UploadRules } from '../rules.ts'
import { FolderSource } from './folder-source.ts'
import { noteOf } from './messages.ts'
import type { Stored, Uploads } from './uploader-plugin.ts'

type Props = { uploads: Uploads; rules: UploadRules; onDone: () => void }

/** Uppy's dashboard in the product's colours. */
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
    const stopFocusing = focusUpload(uploads, target)
    const stopTiming = showTimeLeft(uploads, target)
    return () => {
      mended.disconnect()
      stopFocusing()
      stopTiming()
      for (const id of ['Folder', 'Dashboard']) {
        const plugin = uploads.getPlugin(id)
        if (plugin) uploads.removePlugin(plugin)
      }
    }
  }, [uploads, rules, onDone])

  return <div ref={box} className="upload-area min-h-0 flex-1" />
}

/**
 * Adding files removes the pressed button, so focus the upload button instead of losing the focus behind the dialog.
 */
function focusUpload(uploads: Uploads, area: HTMLElement): () => void {
  let timer: number | undefined
  const focus = (triesLeft: number) => {
    const button = area.querySelector<HTMLElement>('.uppy-StatusBar-actionBtn--upload')
    if (button) button.focus()
    // Uppy renders a moment after its event.
    else if (triesLeft > 0) timer = window.setTimeout(focus, 50, triesLeft - 1)
  }
  const chosen = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(focus, 0, 40)
  }
  uploads.on('files-added', chosen)
  return () => {
    window.clearTimeout(timer)
    uploads.off('files-added', chosen)
  }
}

const firstGuess = { milliseconds: 3_000, percent: 5 }

/** Hides the estimate at first: the first moments do not predict the duration. */
function showTimeLeft(uploads: Uploads, area: HTMLElement): () => void {
  let startedAt = performance.now()
  const start = () => {
    startedAt = performance.now()
    area.removeAttribute('data-time-left')
  }
  const moved = (percent: number) => {
    const known = performance.now() - startedAt >= firstGuess.milliseconds && percent >= firstGuess.percent
    area.toggleAttribute('data-time-left', known)
  }
  uploads.on('upload', start)
  uploads.on('progress', moved)
  return () => {
    uploads.off('upload', start)
    uploads.off('progress', moved)
  }
}

/** The product reports these itself: a failure by a toast, a lost connection by the notice above. */
const saidElsewhere = /^(Failed to upload|No Internet connection|Connected to the Internet)/

/** Accessibility fixes: Uppy leaves out the role of its file list. */
function mend(area: HTMLElement): MutationObserver {
  const name = () => {
    for (const alert of area.querySelectorAll('.uppy-Informer [role="alert"]'))
      if (saidElsewhere.test(alert.textContent ?? '')) alert.removeAttribute('role')
    for (const list of area.querySelectorAll('.uppy-Dashboard-files:not([role])')) list.setAttribute('role', 'list')
  }
  name()
  const observer = new MutationObserver(name)
  observer.observe(area, { childList: true, subtree: true })
  return observer
}
