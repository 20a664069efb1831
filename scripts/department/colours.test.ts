import { describe, expect, it } from 'vitest'
import { contrastMistakes } from '../../src/content/checks/contrast.ts'
import { type ChosenColour, withColour } from './colours.ts'

const SAMPLE = {
  paper: '#f7f3ed',
  bone: '#efe8de',
  white: '#fffdfa',
  ink: '#1d3538',
  inkSoft: '#3c4f50',
  action: '#33595d',
  actionDeep: '#27474a',
  bronze: '#86694a',
  brass: '#b98a3e',
}
const CHOSEN: ChosenColour[] = ['paper', 'ink', 'action']

const choose = (...values: string[]) =>
  CHOSEN.reduce((colours, name, at) => withColour(colours, name, values[at] ?? ''), SAMPLE)

describe('The colours of a department', () => {
  it('are the sample’s when it chooses as the sample', () => {
    expect(withColour(withColour(SAMPLE, 'paper', '#ffffff'), 'paper', SAMPLE.paper)).toEqual(SAMPLE)
    expect(choose(SAMPLE.paper, SAMPLE.ink, SAMPLE.action)).toEqual(SAMPLE)
  })

  it('follow the one that changes, and leave the others', () => {
    const { action, actionDeep, ...others } = withColour(SAMPLE, 'action', '#8a1538')
    expect(SAMPLE).toMatchObject(others)
    expect([action, actionDeep]).toEqual(['#8a1538', '#6f0c2c'])
  })

  it.each([
    ['#ffffff', '#1a1a2e', '#1f4e79'],
    ['#f4f6fb', '#16233f', '#005eb8'],
    ['#fbf3f3', '#3a1620', '#8a1538'],
    ['#fff8e1', '#2b1d0e', '#8a4b08'],
    ['#eeeeee', '#000000', '#0000ff'],
  ])('can be read when %s, %s and %s are chosen', (...chosen) => {
    expect(contrastMistakes(choose(...chosen), 'department.json')).toEqual([])
  })
})
