import { useState } from 'react'

export type Tone = 'good' | 'warn' | 'bad' | 'closed'

type Note = { at: number; pitch: number; lasts: number; wave: OscillatorType }

/** Distinct by ear: rising, twice the same, one low buzz, falling. */
const tunes: Record<Tone, Note[]> = {
  good: [
    { at: 0, pitch: 660, lasts: 0.12, wave: 'sine' },
    { at: 0.13, pitch: 990, lasts: 0.18, wave: 'sine' },
  ],
  warn: [
    { at: 0, pitch: 440, lasts: 0.14, wave: 'triangle' },
    { at: 0.22, pitch: 440, lasts: 0.14, wave: 'triangle' },
  ],
  bad: [{ at: 0, pitch: 150, lasts: 0.5, wave: 'sawtooth' }],
  closed: [
    { at: 0, pitch: 520, lasts: 0.14, wave: 'sine' },
    { at: 0.16, pitch: 330, lasts: 0.26, wave: 'sine' },
  ],
}
const shakes: Record<Tone, number[]> = { good: [70], warn: [90, 70, 90], bad: [350], closed: [150, 80, 40] }

let audio: AudioContext | undefined

function play(tone: Tone) {
  audio ??= new AudioContext()
  // Browsers keep audio suspended until the first touch.
  void audio.resume().catch(() => undefined)
  for (const { at, pitch, lasts, wave } of tunes[tone]) {
    const begin = audio.currentTime + at
    const note = audio.createOscillator()
    const volume = audio.createGain()
    note.type = wave
    note.frequency.value = pitch
    volume.gain.setValueAtTime(0.35, begin)
    // Fade out, because an abrupt end clicks.
    volume.gain.exponentialRampToValueAtTime(0.001, begin + lasts)
    note.connect(volume).connect(audio.destination)
    note.start(begin)
    note.stop(begin + lasts)
  }
}

/** A sound and a vibration per result, and this device's mute setting. */
export function useSignals() {
  const [muted, setMuted] = useState(() => readSetting('door-muted') === 'yes')
  return {
    muted,
    toggle: () => {
      setMuted(!muted)
      keepSetting('door-muted', muted ? 'no' : 'yes')
    },
    give: (tone: Tone) => {
      navigator.vibrate?.(shakes[tone])
      if (!muted) play(tone)
    },
  }
}

/** Settings in local storage. Where storage is forbidden they last as long as the page. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function keepSetting(name: string, value: string) {
  try {
    localStorage.setItem(name, value)
  } catch {}
}
