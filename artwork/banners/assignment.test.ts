import { expect, test } from 'vitest'
import { assign, readFocus } from './assignment.ts'

const BANNERS = ['banner_breast_augmentation', 'banner_abdominoplasty', 'banner_rhinoplasty']

/** The files in the order of the banners; one that is there by its name has an asterisk. */
function assigned(...files: string[]) {
  const outcome = assign(files, BANNERS)
  return outcome.ok ? outcome.value.map(({ file, isNamed }) => file + (isNamed ? '*' : '')) : outcome.errors
}

test('A picture becomes the banner that its name contains; others follow by their names, in which 10 is after 2', () => {
  const rows: [files: string[], ...outcome: string[]][] = [
    [['Nose-2.JPG', 'our breast clinic.png', 'Tummy.webp'], 'our breast clinic.png*', 'Tummy.webp*', 'Nose-2.JPG*'],
    [['abdominal.jpg', 'breasts.jpg', 'rhinoplasty.svg'], 'breasts.jpg*', 'abdominal.jpg*', 'rhinoplasty.svg*'],
    [['10.jpg', '2.jpg', '1.jpg'], '1.jpg', '2.jpg', '10.jpg'],
    [['z.jpg', 'nose.jpg', 'a.jpg'], 'a.jpg', 'z.jpg', 'nose.jpg*'],
    [['breast or tummy.jpg', 'b.jpg', 'a.jpg'], 'a.jpg', 'b.jpg', 'breast or tummy.jpg'],
    [
      ['nose 2.jpg', 'nose 1.jpg', 'c.jpg'],
      'nose 1.jpg and nose 2.jpg are both named after banner_rhinoplasty: rename one.',
    ],
    [['a.jpg', 'b.jpg'], 'There should be 3 pictures, and there are 2 (a.jpg, b.jpg).'],
  ]
  for (const [files, ...outcome] of rows) expect(assigned(...files)).toEqual(outcome)
})

test('A subject is given by the name of its picture, with or without the ending, and else refused', () => {
  expect(readFocus(['nose.jpg=70,30', 'a=b=0,100'], ['nose.jpg', 'a=b.png', 'c.jpg'])).toEqual({
    ok: true,
    value: new Map([
      ['nose.jpg', { x: 0.7, y: 0.3 }],
      ['a=b.png', { x: 0, y: 1 }],
    ]),
  })
  const form = 'write NAME=X,Y, with X and Y from 0 to 100.'
  expect(readFocus(['nose=70', 'nose=101,0', 'ear=1,1', '=1,1'], ['nose.jpg'])).toEqual({
    ok: false,
    errors: [
      `--focus nose=70: ${form}`,
      `--focus nose=101,0: ${form}`,
      '--focus ear=1,1: there is no picture ear.',
      `--focus =1,1: ${form}`,
    ],
  })
})
