import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { loadBuiltSite } from './built-site.ts'

test('Loading fails when the site has not been built', async () => {
  await expect(loadBuiltSite(await temporaryDirectory())).rejects.toThrow('ENOENT')
})
