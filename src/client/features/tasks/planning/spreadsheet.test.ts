import { expect, test } from 'vitest'
import { formatCells, parseCells } from './spreadsheet.ts'

test('cells copied from a spreadsheet are separated by tabs, commas belong to them', () => {
  expect(parseCells('Run, together\t10\r\nSwim\t20\r\n')).toEqual([
    ['Run, together', '10'],
    ['Swim', '20'],
  ])
})

test.each([
  ['commas', 'Run,10\nSwim,20'],
  ['semicolons', 'Run;10\nSwim;20'],
])('a file may be separated by %s', (_by, text) => {
  expect(parseCells(text)).toEqual([
    ['Run', '10'],
    ['Swim', '20'],
  ])
})

test('a quoted cell may hold quotes, separators and lines', () => {
  expect(parseCells('"Run, ""fast""\nand far",10\nSwim,20')).toEqual([
    ['Run, "fast"\nand far', '10'],
    ['Swim', '20'],
  ])
})

test('the mark that Excel writes, empty lines and spaces around cells are left out', () => {
  expect(parseCells('\ufeffTitle , Points\n\n , \n Run , 10 \n')).toEqual([
    ['Title', 'Points'],
    ['Run', '10'],
  ])
})

test('a quote in the middle of a cell, or one that never ends, loses nothing', () => {
  expect(parseCells('Run 5" far\t10')).toEqual([['Run 5" far', '10']])
  expect(parseCells('"Run\t10')).toEqual([['Run\t10']])
})

test('what was written is read back', () => {
  const rows = [
    ['Run "fast"\nand far', 'with\ttabs', ''],
    ['Swim', '', '20'],
  ]

  expect(parseCells(formatCells(rows))).toEqual(rows)
})
