import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networkSentence } from '../send/errors.ts'
import { stallAfter, stallSentence } from '../send/send-file.ts'
import { anUpload, aServer, overloaded, refused, size, unanswered } from './fake-server.test-support.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('five files are under way at once, and the sixth begins when one is done', async () => {
  const { puts, settled, result } = anUpload(7)
  await settled()
  expect(puts.map(({ name }) => name)).toEqual(['run-1.jpg', 'run-2.jpg', 'run-3.jpg', 'run-4.jpg', 'run-5.jpg'])

  puts[2]?.done()
  await settled()

  expect(puts).toHaveLength(6)
  for (let index = 0; index < 7; index++) {
    puts[index]?.done()
    await settled()
  }
  expect((await result)?.successful).toHaveLength(7)
})

test('a stored file tells its path, and its address without the grant', async () => {
  const { puts, settled, first } = anUpload(1)
  await settled()

  puts[0]?.done()
  await settled()

  expect(first()).toMatchObject({
    response: { body: { path: 'proofs/run-1.jpg-1' } },
    uploadURL: 'https://files.test/proofs/run-1.jpg-1',
    progress: { uploadComplete: true, percentage: 100 },
  })
})

test('a failure that may pass is repeated after 300, 600 and 1200 milliseconds, each time with a new grant', async () => {
  const { puts, grants, first } = anUpload(1)
  await vi.advanceTimersByTimeAsync(0)

  for (const [index, wait] of [300, 600, 1_200].entries()) {
    puts[index]?.fail(overloaded())
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(puts).toHaveLength(index + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(puts).toHaveLength(index + 2)
  }
  puts[3]?.fail(overloaded())
  await vi.advanceTimersByTimeAsync(60_000)

  expect(grants).toHaveLength(4)
  expect(first()?.error).toBe('Files cannot be stored right now.')
})

test.each([0, 408, 429, 500, 502, 503])('status %i is tried again', async (status) => {
  const { puts } = anUpload(1)
  await vi.advanceTimersByTimeAsync(0)
  puts[0]?.fail(refused(status, 'Not now'))
  await vi.advanceTimersByTimeAsync(300)
  expect(puts).toHaveLength(2)
})

test.each([400, 401, 403, 409, 413, 415])('status %i is final, and says what the server said', async (status) => {
  const { puts, first } = anUpload(1)
  await vi.advanceTimersByTimeAsync(0)
  puts[0]?.fail(refused(status, 'Only JPG, PNG, MP4 and MOV files can be used.'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(puts).toHaveLength(1)
  expect(first()?.error).toBe('Only JPG, PNG, MP4 and MOV files can be used.')
})

test('a refused grant is a failure like any other', async () => {
  const server = aServer()
  server.refuseGrants(refused(400, 'This file is empty.'))
  const { first, settled } = anUpload(1, server)
  await settled()
  expect(first()?.error).toBe('This file is empty.')
})

test('the server may ask for a longer wait, but not for one that nobody sits through', async () => {
  const { puts, first } = anUpload(1)
  await vi.advanceTimersByTimeAsync(0)

  puts[0]?.fail(overloaded(5_000))
  await vi.advanceTimersByTimeAsync(4_999)
  expect(puts).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(puts).toHaveLength(2)
  puts[1]?.fail(overloaded(3_600_000))
  await vi.advanceTimersByTimeAsync(0)

  expect(first()?.error).toBe('Files cannot be stored right now.')
})

test('thirty seconds without progress end the attempt and begin another; progress starts the clock anew', async () => {
  const { puts, uppy, grants } = anUpload(1)
  const stalls: string[] = []
  uppy.on('upload-stalled', ({ message }) => stalls.push(message))
  await vi.advanceTimersByTimeAsync(0)

  await vi.advanceTimersByTimeAsync(stallAfter - 1)
  puts[0]?.progress(10)
  await vi.advanceTimersByTimeAsync(stallAfter - 1)
  expect(puts[0]?.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(puts[0]?.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(300)

  expect(stalls).toEqual([stallSentence])
  expect(grants).toHaveLength(2)
})

test('who never moves again is told so', async () => {
  const { first } = anUpload(1)
  await vi.advanceTimersByTimeAsync(4 * stallAfter + 2_100)
  expect(first()?.error).toBe('Upload has not made any progress for 30 seconds. You may want to retry it.')
})

test('pausing ends the attempt and gives its turn to the next; resuming begins again', async () => {
  const { puts, uppy, settled, running } = anUpload(6)
  await settled()
  const [file] = uppy.getFiles()
  puts[0]?.progress(500)

  uppy.pauseResume(file?.id ?? '')
  await settled()
  expect(puts[0]?.signal.aborted).toBe(true)
  expect(running().map(({ name }) => name)).toContain('run-6.jpg')
  expect(uppy.getFile(file?.id ?? '')).toMatchObject({ isPaused: true, progress: { bytesUploaded: 0 } })

  puts[1]?.done()
  uppy.pauseResume(file?.id ?? '')
  await settled()
  expect(running().at(-1)).toMatchObject({ name: 'run-1.jpg', path: 'proofs/run-1.jpg-7' })
})

test('everything is paused and resumed together', async () => {
  const { uppy, settled, running } = anUpload(3)
  await settled()

  uppy.pauseAll()
  await vi.advanceTimersByTimeAsync(stallAfter * 10)
  expect(running()).toEqual([])
  uppy.resumeAll()
  await settled()

  expect(running()).toHaveLength(3)
  for (const put of running()) put.done()
  await settled()
  expect(uppy.getFiles().every(({ progress }) => progress.uploadComplete)).toBe(true)
})

test('cancelling leaves nothing behind and the upload ends', async () => {
  const { puts, uppy, settled, running, stored, discarded, result } = anUpload(6)
  await settled()
  puts[0]?.progress(size)

  uppy.cancelAll()
  await settled()

  expect(running()).toEqual([])
  expect(await result).toMatchObject({ successful: [], failed: [] })
  expect(puts).toHaveLength(5)
  // Fully sent, or granted and not begun: the server may have it. Cut in the middle it throws it away itself.
  expect(discarded).toContain('proofs/run-1.jpg-1')
  expect([...stored]).toEqual([])
})

test('one removed file does not disturb the others', async () => {
  const { puts, uppy, settled, result } = anUpload(2)
  await settled()

  uppy.removeFile(uppy.getFiles()[0]?.id ?? '')
  await settled()
  puts[1]?.done()
  await settled()

  expect(puts[0]?.signal.aborted).toBe(true)
  expect((await result)?.successful?.map(({ name }) => name)).toEqual(['run-2.jpg'])
})

test('without a network it waits as long as it takes, and no try is used up', async () => {
  const { puts, goOffline, goOnline, first, grants } = anUpload(1)
  await vi.advanceTimersByTimeAsync(0)
  puts[0]?.progress(500)

  goOffline()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(grants).toHaveLength(1)
  expect(first()?.error).toBeFalsy()
  goOnline()
  await vi.advanceTimersByTimeAsync(0)

  expect(puts).toHaveLength(2)
  puts[1]?.done()
  await vi.advanceTimersByTimeAsync(0)
  expect(first()?.progress.uploadComplete).toBe(true)
})

test('an answer that got lost does not send the file again', async () => {
  const { puts, stored, first, discarded, grants } = anUpload(1)
  await vi.advanceTimersByTimeAsync(0)
  puts[0]?.progress(size)
  stored.add('proofs/run-1.jpg-1')

  puts[0]?.fail(unanswered())
  await vi.advanceTimersByTimeAsync(300)

  expect(first()).toMatchObject({ response: { body: { path: 'proofs/run-1.jpg-1' } } })
  expect(grants).toHaveLength(1)
  expect(discarded).toEqual([])
})

test('who gave up for want of a network goes on when it is back', async () => {
  const { puts, uppy, first } = anUpload(1)
  for (const wait of [0, 300, 600, 1_200]) {
    await vi.advanceTimersByTimeAsync(wait)
    puts.at(-1)?.fail(unanswered())
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(first()?.error).toBe(networkSentence)

  uppy.emit('back-online')
  await vi.advanceTimersByTimeAsync(0)

  expect(puts).toHaveLength(5)
  expect(first()?.error).toBeFalsy()
})
