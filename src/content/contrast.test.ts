import { expect, test } from 'vitest'
import { contrastRatio } from './contrast.ts'

test('Contrast is as WCAG defines it, in either order', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#33595d', '#33595d')).toBe(1)
  // The grey that WCAG's own explanation calls the lightest that suffices on white.
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastRatio('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
})
