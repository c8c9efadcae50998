import { expect, test } from 'vitest'
import { type Signal, SignalBus } from './bus.ts'

function start() {
  const bus = new SignalBus()
  const heard: Signal[] = []
  bus.on((signal) => void heard.push(signal))
  return { bus, heard }
}
const signal: Signal = { topics: ['tasks'], audience: 'everyone' }

test('what this process announced is not heard again when it comes back from the database', () => {
  const { bus, heard } = start()
  bus.emitCommitted('own', [signal, { ...signal, topics: ['proofs'] }])

  bus.receive({ ...signal, transaction: 'own' })
  bus.receive({ ...signal, topics: ['proofs'], transaction: 'own' })

  expect(heard.map(({ topics }) => topics)).toEqual([['tasks'], ['proofs']])
})

test('a signal that comes back before its commit is answered is heard at once, and only once', () => {
  const { bus, heard } = start()
  const later: Signal = { ...signal, topics: ['proofs'] }
  bus.expectCommit('own')

  bus.receive({ ...signal, transaction: 'own' })
  expect(heard.length).toBe(1)
  bus.emitCommitted('own', [signal, later])
  bus.forgetCommit('own')
  bus.receive({ ...later, transaction: 'own' })

  expect(heard.map(({ topics }) => topics)).toEqual([['tasks'], ['proofs']])
})

test('signals of other processes, and those without a transaction, are always heard', () => {
  const { bus, heard } = start()
  bus.emitCommitted('own', [signal])

  bus.receive({ ...signal, transaction: 'another' })
  bus.receive(signal)

  expect(heard.length).toBe(3)
})
