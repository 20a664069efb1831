import fc from 'fast-check'

/** So `npm test` draws the same cases each time, and fails for a change alone. `npm run soak` draws new ones. */
if (process.env.SOAK === undefined) fc.configureGlobal({ seed: 1 })
