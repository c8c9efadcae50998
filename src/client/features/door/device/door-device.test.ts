import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { payloadOf, signedPart } from '#contract/door/codes.ts'
import type { ScanReply } from '#contract/door/endpoints.ts'
import type { DoorApi } from './door-api.ts'
import { DoorDevice } from './door-device.ts'
import type * as storage from './door-store.ts'

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))

const eventId = randomUUID()
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const counts = { approved: 9, checkedIn: 1, gates: [] }
const ada = { id: randomUUID(), firstName: 'Ada', lastName: 'Lovelace', companyName: null }
const payload = codeOf(ada.id)

function codeOf(id: string) {
  const signed = signedPart(eventId, id, 1)
  return payloadOf(signed, sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' }))
}

/** A browser's storage in memory. */
function memory(): typeof storage & { scans: Map<string, storage.KeptScan> } {
  const [infos, lists] = [new Map<string, storage.DoorInfo>(), new Map<string, storage.KeptList>()]
  const scans = new Map<string, storage.KeptScan>()
  return {
    scans,
    readInfo: async (door) => infos.get(door),
    keepInfo: async (door, info) => {
      infos.set(door, info)
      return door
    },
    readList: async (door) => lists.get(door),
    keepList: async (door, list) => {
      lists.set(door, list)
      return door
    },
    keepScan: async (scan) => {
      scans.set(scan.nonce, structuredClone(scan))
      return scan.nonce
    },
    dropScan: async (nonce) => void scans.delete(nonce),
    readScans: async () => [...scans.values()],
    dropDoor: async (door) => {
      infos.delete(door)
      lists.delete(door)
    },
  }
}

const away = () => Promise.reject(new ApiProblem(0, '', 'No connection.'))
const closed = () =>
  Promise.reject(new ApiProblem(401, JSON.stringify({ code: 'door-closed', message: 'Taken back.' }), ''))

const hour = 3_600_000
const fromNow = (time: number) => new Date(Date.now() + time).toISOString()
/** Open since an hour ago, for an hour more. */
const openNow = { opensAt: fromNow(-hour), closesAt: fromNow(hour), openedUntil: null as string | null }

/** A server that answers as the test says; `there` is the network. */
function aLine(answer: (body: Parameters<DoorApi['send']>[0]) => Promise<Partial<ScanReply>>) {
  const network = {
    there: true,
    checkIn: openNow,
    clock: 0,
    sent: [] as Parameters<DoorApi['send']>[0][],
    undone: [] as string[],
  }
  const scan: DoorApi['scan'] = async (body) => {
    if (!network.there) return away()
    network.sent.push(body)
    return { result: 'ok', counts, ...(await answer(body)) } as ScanReply
  }
  const event = {
    id: eventId,
    shortCode: 'abcd2345',
    title: 'Run',
    eventDate: null,
    place: null,
    brandingColor: '#000000',
  }
  const line: DoorApi = {
    scan,
    send: scan,
    read: async () => {
      if (!network.there) return away()
      const { checkIn, clock } = network
      return { event, pass: null, publicKey: spki, checkIn, counts, now: fromNow(clock) }
    },
    list: async () => (network.there ? { madeAt: '', entries: [] } : away()),
    search: async () => [],
    undo: async (id) => {
      if (!network.there) return away()
      network.undone.push(id)
      return { counts }
    },
  }
  return { line, network }
}

async function opened(answer: Parameters<typeof aLine>[0] = async () => ({ attendee: ada }), kept = memory()) {
  const { line, network } = aLine(answer)
  const device = new DoorDevice('ABCD2345', line, kept)
  await device.open()
  return { device, network, kept }
}

test('with a network the server answers, and nothing waits', async () => {
  const { device, network } = await opened()

  const result = await device.scan({ payload }, 'Gate A')

  expect(result).toMatchObject({ result: 'ok', attendee: ada })
  expect(network.sent).toMatchObject([{ payload, gate: 'Gate A', nonce: result?.nonce }])
  expect(network.sent[0]).not.toHaveProperty('scannedAt')
  expect(device.state()).toMatchObject({ unreachable: false, waiting: [] })
})

test('without one the device lets in by itself, keeps the scan, and tells it with the same nonce', async () => {
  const { device, network, kept } = await opened()
  network.there = false

  const result = await device.scan({ payload }, '')
  const second = await device.scan({ payload }, '')
  expect(result).toMatchObject({ result: 'ok', offline: true, unlisted: true })
  expect(second).toMatchObject({ result: 'already', offline: true })
  expect(device.state()).toMatchObject({ unreachable: true, waiting: [{ nonce: result?.nonce }] })
  network.there = true
  await device.refresh()

  expect(network.sent).toMatchObject([{ payload, nonce: result?.nonce, scannedAt: expect.stringMatching(/Z$/) }])
  expect(device.state()).toMatchObject({ unreachable: false, waiting: [], corrections: [] })
  expect(JSON.stringify([...kept.scans.values()])).not.toContain(payload)
})

test('an answer that cannot be understood turns nobody away: the device judges, and asks again later', async () => {
  const { device } = await opened(() => Promise.reject(new ApiProblem(200, '', 'Not understood.')))

  expect(await device.scan({ payload }, '')).toMatchObject({ result: 'ok', offline: true })
  expect(device.state()).toMatchObject({ unreachable: true, waiting: [{ sent: { payload } }] })
})

test('a tab that was closed loses nothing', async () => {
  const first = await opened()
  first.network.there = false
  await first.device.scan({ payload }, '')

  const again = await opened(undefined, first.kept)

  expect(again.network.sent).toHaveLength(1)
  expect(again.device.state().waiting).toEqual([])
})

test('an answer that differs from what was shown is reported until somebody has seen it', async () => {
  const first = { result: 'already' as const, attendee: ada, checkedInAt: '2026-06-01T10:42:00.000Z', gate: 'Gate B' }
  const { device, network } = await opened(async () => first)
  network.there = false
  await device.scan({ payload }, '')
  network.there = true
  await device.refresh()

  expect(device.state().corrections).toMatchObject([
    { name: 'Ada Lovelace', shown: 'ok', outcome: 'already', first: { gate: 'Gate B' } },
  ])
  await device.markSeen(device.state().corrections[0]?.nonce ?? '')
  expect(device.state().corrections).toEqual([])
})

test('a short code cannot be judged without a network: it waits, and is no surprise when it is good', async () => {
  const { device, network } = await opened()
  network.there = false

  const result = await device.scan({ code: 'K7Q-M2W' }, '')
  network.there = true
  await device.refresh()

  expect(result).toMatchObject({ result: 'later' })
  expect(network.sent).toMatchObject([{ code: 'K7Q-M2W' }])
  expect(device.state().corrections).toEqual([])
})

test('an undo of what never left the device forgets it; of what may have arrived it is told', async () => {
  const { device, network } = await opened()
  network.there = false
  // The first scan without a network finds out; it may have arrived. The second does not even try.
  const tried = await device.scan({ payload }, '')
  const untried = await device.scan({ payload: codeOf(randomUUID()) }, '')
  if (tried) await device.undo(tried)
  if (untried) await device.undo(untried)
  network.there = true
  await device.refresh()

  expect(network.sent).toMatchObject([{ nonce: tried?.nonce }])
  expect(network.undone).toEqual([ada.id])
  expect(device.state()).toMatchObject({ waiting: [], corrections: [] })
  expect(await device.scan({ payload }, '')).toMatchObject({ result: 'ok' })
})

test('an undo while the scan is on its way is told after it', async () => {
  let arrive = () => {}
  const arriving = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { device, network } = await opened(() => arriving.then(() => ({ attendee: ada })))
  device.markUnreachable()
  const result = await device.scan({ payload }, '')
  const telling = device.refresh()
  await vi.waitFor(() => expect(network.sent).toHaveLength(1))
  if (result) await device.undo(result)
  arrive()
  await telling

  expect(network.undone).toEqual([ada.id])
  expect(device.state()).toMatchObject({ waiting: [], corrections: [] })
})

test('a closed door forgets its list but not what it still has to tell', async () => {
  let open = true
  const { device, network, kept } = await opened(() => (open ? Promise.resolve({ attendee: ada }) : closed()))
  network.there = false
  await device.scan({ payload }, '')
  network.there = true
  open = false

  await device.refresh()

  expect(device.state()).toMatchObject({ closed: 'Taken back.', waiting: [{ shown: 'ok' }] })
  expect(await kept.readList('abcd2345')).toBeUndefined()
  expect(kept.scans.size).toBe(1)
})

test('what the server cannot read is reported, and does not block what comes after it', async () => {
  const refused = () => Promise.reject(new ApiProblem(400, '{"code":"invalid-input"}', ''))
  const { device, network } = await opened((body) => (body.code ? refused() : Promise.resolve({ attendee: ada })))
  network.there = false
  await device.scan({ code: 'broken' }, '')
  await device.scan({ payload }, '')
  network.there = true
  await device.refresh()

  expect(device.state()).toMatchObject({ waiting: [], corrections: [{ outcome: 'refused' }] })
})

test('whom the device let in with a network it knows without one', async () => {
  const { device, network } = await opened()
  await device.scan({ payload }, 'Gate A')
  network.there = false
  device.markUnreachable()

  expect(await device.scan({ payload }, 'Gate B')).toMatchObject({ result: 'already', gate: 'Gate A' })
})

test('without a network the device knows the hours of check-in, lets nobody in outside them, and tells nobody', async () => {
  const { device, network } = await opened()
  const opensAt = fromNow(hour)
  network.checkIn = { ...openNow, opensAt, closesAt: fromNow(2 * hour) }
  await device.refresh()
  network.there = false

  const results = [await device.scan({ payload }, ''), await device.scan({ code: 'K7Q-M2W' }, '')]
  results.push(await device.scan({ registrationId: ada.id, attendee: ada }, ''))

  for (const result of results)
    expect(result).toEqual({ nonce: result?.nonce, result: 'closed', opensAt, offline: true })
  expect(device.state().waiting).toEqual([])
})

test('opened by hand, check-in is open without a network too', async () => {
  const { device, network } = await opened()
  const past = { opensAt: fromNow(-2 * hour), closesAt: fromNow(-hour) }
  network.checkIn = { ...past, openedUntil: fromNow(hour) }
  await device.refresh()
  network.there = false
  expect(await device.scan({ payload }, '')).toMatchObject({ result: 'ok' })

  network.there = true
  network.checkIn = { ...past, openedUntil: null }
  await device.refresh()
  network.there = false
  expect(await device.scan({ payload: codeOf(randomUUID()) }, '')).toMatchObject({
    result: 'closed',
    closedAt: past.closesAt,
  })
})

test('a phone whose clock is hours off judges and tells by the clock of the server', async () => {
  const { device, network } = await opened()
  network.clock = 5 * hour
  network.checkIn = { ...openNow, opensAt: fromNow(4 * hour), closesAt: fromNow(6 * hour) }
  await device.refresh()
  network.there = false

  const result = await device.scan({ payload }, '')

  expect(result).toMatchObject({ result: 'ok' })
  const scannedAt = Date.parse(device.state().waiting[0]?.scannedAt ?? '')
  expect(Math.abs(scannedAt - Date.now() - 5 * hour)).toBeLessThan(60_000)
})
