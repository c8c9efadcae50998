import { beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, toast, toastStore } from './toast-store.ts'

beforeEach(() => dismissToast())

test('a toast stays for five seconds unless told otherwise', () => {
  toast({ title: 'Welcome back!' })

  expect(toastStore.current()).toMatchObject({ title: 'Welcome back!', variant: 'default', duration: 5000 })
})

test('a new toast takes the place of the one before', () => {
  toast({ title: 'Upload failed', variant: 'destructive' })
  toast({ title: 'Success!' })

  expect(toastStore.current()).toMatchObject({ title: 'Success!', variant: 'default' })
})

test('dismissing a toast that is gone leaves the next one alone', () => {
  const dismissFirst = toast({ title: 'First' })
  toast({ title: 'Second' })

  dismissFirst()

  expect(toastStore.current()).toMatchObject({ title: 'Second' })
})

test('listeners hear of every change until they leave', () => {
  const listener = vi.fn()
  const leave = toastStore.subscribe(listener)

  toast({ title: 'Heard' })
  dismissToast()
  leave()
  toast({ title: 'Not heard' })

  expect(listener).toHaveBeenCalledTimes(2)
})
