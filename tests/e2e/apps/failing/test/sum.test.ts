import { expect, test } from 'vitest'

test('two and two', () => {
  expect(2 + 2).toBe(5)
})
