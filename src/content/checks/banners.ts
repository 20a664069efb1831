import type { BannerLayouts, DepartmentDetails } from '../schema.ts'
import { placeOf } from './place.ts'

/** The classes of the slides' backgrounds, in the order of the slides (the specification, section 3). */
export const BANNERS = ['banner_breast_augmentation', 'banner_abdominoplasty', 'banner_rhinoplasty'] as const

/** Each slide has the class of its own procedure. */
export function bannerMistakes({ banners }: Pick<DepartmentDetails, 'banners'>, file: string): string[] {
  return BANNERS.flatMap((expected, at) => {
    const given = banners[at]
    if (given === expected) return []
    const isKnown = BANNERS.some((banner) => banner === given)
    const problem = isKnown ? 'belongs to another slide' : 'is an unknown slide class'
    return [`${placeOf(file, ['banners', at])}: "${given}" ${problem}; slide ${at + 1} has "${expected}"`]
  })
}

/** The page knows how to show each banner. */
export function layoutMistakes(layouts: BannerLayouts, file: string): string[] {
  return BANNERS.filter((banner) => !layouts[banner]).map((banner) => `${placeOf(file, [banner])}: is missing`)
}
