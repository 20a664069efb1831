import { expect, test } from 'vitest'
import { assign, readFocus } from './assignment.ts'

const BANNERS = ['banner_breast_augmentation', 'banner_abdominoplasty', 'banner_rhinoplasty']

/** The files in the order of the banners; one that is there by its name has an asterisk. */
function assigned(...files: string[]) {
  const outcome = assign(files, BANNERS)
  return outcome.ok ? outcome.value.map(({ file, isNamed }) => file + (isNamed ? '*' : '')) : outcome.errors
}

test('A picture becomes the banner of the procedure that its name contains', () => {
  expect(assigned('Nose-2.JPG', 'our breast clinic.png', 'Tummy.webp')).toEqual([
    'our breast clinic.png*',
    'Tummy.webp*',
    'Nose-2.JPG*',
  ])
  expect(assigned('abdominal.jpg', 'breasts.jpg', 'rhinoplasty.svg')).toEqual([
    'breasts.jpg*',
    'abdominal.jpg*',
    'rhinoplasty.svg*',
  ])
})

test('Other pictures follow in the order of their names, in which 10 comes after 2', () => {
  expect(assigned('10.jpg', '2.jpg', '1.jpg')).toEqual(['1.jpg', '2.jpg', '10.jpg'])
  expect(assigned('z.jpg', 'nose.jpg', 'a.jpg')).toEqual(['a.jpg', 'z.jpg', 'nose.jpg*'])
  expect(assigned('breast or tummy.jpg', 'b.jpg', 'a.jpg')).toEqual(['a.jpg', 'b.jpg', 'breast or tummy.jpg'])
})

test('Two pictures that are named after one procedure are refused', () => {
  expect(assigned('nose 2.jpg', 'nose 1.jpg', 'c.jpg')).toEqual([
    'nose 1.jpg and nose 2.jpg are both named after banner_rhinoplasty: rename one.',
  ])
})

test('Another number of pictures is refused', () => {
  const rows = [
    [[], 'There should be 3 pictures, and there are 0.'],
    [['a.jpg', 'b.jpg'], 'There should be 3 pictures, and there are 2 (a.jpg, b.jpg).'],
    [['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'], 'There should be 3 pictures, and there are 4 (a.jpg, b.jpg, c.jpg, d.jpg).'],
  ] as const
  for (const [files, error] of rows) {
    expect(assigned(...files), `${files} ${error}`).toEqual([error])
  }
})

test('A subject is given by the name of its picture, with or without the ending', () => {
  const files = ['nose.jpg', 'a=b.png', 'c.jpg']
  expect(readFocus(['nose.jpg=70,30', 'a=b=0,100'], files)).toEqual({
    ok: true,
    value: new Map([
      ['nose.jpg', { x: 0.7, y: 0.3 }],
      ['a=b.png', { x: 0, y: 1 }],
    ]),
  })
})

test('What is not a place in a picture is refused, each in its own line', () => {
  const given = ['nose=70', 'nose=101,0', 'nose=-1,5', 'ear=1,1', '=1,1']
  const form = 'write NAME=X,Y, with X and Y from 0 to 100.'
  expect(readFocus(given, ['nose.jpg'])).toEqual({
    ok: false,
    errors: [
      `--focus nose=70: ${form}`,
      `--focus nose=101,0: ${form}`,
      `--focus nose=-1,5: ${form}`,
      '--focus ear=1,1: there is no picture ear.',
      `--focus =1,1: ${form}`,
    ],
  })
})
