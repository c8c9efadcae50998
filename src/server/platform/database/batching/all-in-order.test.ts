import { expect, test } from 'vitest'
import { allInOrder } from './all-in-order.ts'

const failLater = async (message: string) => {
  await new Promise((resolve) => setTimeout(resolve, 5))
  throw new Error(message)
}

test('the error is that of the first statement that failed, not of the first that said so', async () => {
  const behind = Promise.reject(new Error('current transaction is aborted'))

  await expect(allInOrder([Promise.resolve(1), failLater('deadlock detected'), behind])).rejects.toThrow('deadlock')
})

test('without an error every answer is given in its place', async () => {
  expect(await allInOrder([Promise.resolve('files'), undefined, Promise.resolve(3)])).toEqual(['files', undefined, 3])
})
