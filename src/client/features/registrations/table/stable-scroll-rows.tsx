import { Component, createRef, type KeyboardEventHandler, type ReactNode } from 'react'
import { controlOf } from './row-keys.ts'

interface StillRowsProps {
  view: string
  onKeyDown: KeyboardEventHandler<HTMLElement>
  children: ReactNode
}

interface Place {
  row: string
  top: number
}

interface Before {
  kept: Place | undefined
  focus: { row: string; index: number; control: string | undefined } | undefined
}

// Height of the page's header and the table's head.
const headHeight = 64 + 40

/**
 * Scroll anchoring: the focused, hovered or first visible row keeps its position when rows come and go. If a focused
 * button disappears, the focus stays in its row. A class, because only `getSnapshotBeforeUpdate` reads the DOM before
 * an update.
 */
export class StableScrollRows extends Component<StillRowsProps> {
  box = createRef<HTMLDivElement>()
  /** The control that was focused before it disappeared and the row's name took the focus. */
  lost: { row: string; control: string | undefined } | undefined

  rows = () => [...(this.box.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]

  override getSnapshotBeforeUpdate(): Before {
    const rows = this.rows()
    const active = document.activeElement as HTMLElement | null
    const focused = rows.find((row) => row.contains(active))
    const pointed = rows.find((row) => row.matches(':hover'))
    // On touch there is no pointer position; anchor the first visible row, as after scrolling.
    const reads = scrolledInto(rows[0]) || matchMedia('(hover: none)').matches
    const kept = focused ?? pointed ?? (reads ? rows.find((row) => bottomOf(row) > headHeight) : undefined)
    return {
      kept: kept && { row: kept.dataset.row ?? '', top: topOf(kept) },
      focus: focused && {
        row: focused.dataset.row ?? '',
        index: rows.indexOf(focused),
        control: active?.dataset.control,
      },
    }
  }

  override componentDidUpdate(before: StillRowsProps, _: unknown, { kept, focus }: Before) {
    if (before.view !== this.props.view) return
    const rows = this.rows()
    const same = (id: string | undefined) => rows.find((row) => row.dataset.row === id)
    const row = same(kept?.row)
    const moved = row && kept ? topOf(row) - kept.top : 0
    if (Math.abs(moved) > 1) scrollBy({ top: moved, behavior: 'instant' })

    if (!focus || document.activeElement !== document.body) return
    const stayed = same(focus.row)
    const next = stayed ?? rows[Math.min(focus.index, rows.length - 1)]
    const control = focus.control === 'name' && this.lost?.row === focus.row ? this.lost.control : focus.control
    this.lost = stayed && { row: focus.row, control }
    // A replacing row focuses the same control. The same row focuses its name, since its buttons changed.
    const target = next && controlOf(next, stayed ? 'name' : control)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }

  override componentWillUnmount() {
    // The last row is gone, together with the focused element.
    if (this.box.current?.contains(document.activeElement)) document.querySelector('main')?.focus()
  }

  override render() {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys pressed in its rows.
      <div ref={this.box} onKeyDown={this.props.onKeyDown} className="[overflow-anchor:none]">
        {this.props.children}
      </div>
    )
  }
}

const topOf = (element: Element) => element.getBoundingClientRect().top
const bottomOf = (element: Element) => element.getBoundingClientRect().bottom
const scrolledInto = (first: Element | undefined) => first !== undefined && topOf(first) < headHeight
