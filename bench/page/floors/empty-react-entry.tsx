import { hydrateRoot } from 'react-dom/client'

const root = document.querySelector('#root')
if (root) hydrateRoot(root, <p>React</p>)
