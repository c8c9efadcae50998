import { type Meta, UIPlugin, type UIPluginOptions } from '@uppy/core'
import { h } from '@uppy/core/utils/preact'
import type Dashboard from '@uppy/dashboard'
import type { Stored, Uploads } from './uploader-plugin.ts'

const id = 'Folder'

/** Adds a whole folder. It stands beside `My Device`, which Uppy displays only with a second source. */
export class FolderSource extends UIPlugin<UIPluginOptions, Meta, Stored> {
  constructor(uppy: Uploads, options?: UIPluginOptions) {
    super(uppy, options)
    this.id = id
    this.type = 'acquirer'
    this.title = 'Folder'
  }

  icon = () =>
    h(
      'svg',
      { 'aria-hidden': true, width: 32, height: 32, viewBox: '0 0 32 32' },
      h('path', {
        d: 'M6 10.5A1.5 1.5 0 0 1 7.5 9h5.4c.4 0 .8.2 1.1.5l1.5 1.5h9A1.5 1.5 0 0 1 26 12.5v10a1.5 1.5 0 0 1-1.5 1.5h-17A1.5 1.5 0 0 1 6 22.5z',
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': 2,
        'stroke-linejoin': 'round',
      }),
    )

  override install() {
    this.uppy.on('dashboard:show-panel', this.#browse)
  }

  override uninstall() {
    this.uppy.off('dashboard:show-panel', this.#browse)
    this.unmount()
  }

  /** Opens the system's folder picker instead of a panel. */
  #browse = (panelId: string) => {
    if (panelId !== id) return
    const dashboard = this.uppy.getPlugin<Dashboard<Meta, Stored>>('Dashboard')
    dashboard?.hideAllPanels()
    dashboard?.el?.querySelector<HTMLInputElement>('input[webkitdirectory]')?.click()
  }

  override render() {
    return null
  }
}
