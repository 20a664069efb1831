import { expect, test } from 'vitest'
import { contrastMistakes } from '../../src/content/checks/contrast.ts'
import { SAMPLE_COLOURS, withColour } from './colours.ts'

test('Choosing as the sample gives the sample’s colours, and what follows from readable choices can be read', () => {
  const white = withColour(SAMPLE_COLOURS, 'paper', '#ffffff')
  expect(withColour(white, 'paper', SAMPLE_COLOURS.paper)).toEqual(SAMPLE_COLOURS)
  for (const [paper, ink, action] of [
    ['#ffffff', '#1a1a2e', '#1f4e79'],
    ['#fbf3f3', '#3a1620', '#8a1538'],
    ['#fff8e1', '#2b1d0e', '#8a4b08'],
    ['#eeeeee', '#000000', '#0000ff'],
  ] as const) {
    const chosen = withColour(withColour(withColour(SAMPLE_COLOURS, 'paper', paper), 'ink', ink), 'action', action)
    expect(contrastMistakes(chosen, 'department.json')).toEqual([])
  }
})
