import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { testRequiring } from '../support/test-requirements.ts'

const FIREWALL = join(import.meta.dirname, '../../deploy/nftables.conf')

/** Opens connections from a first and a second client. Prints how many each gets, while all stay open. */
const CALLERS = `
const { connect, createServer } = require('node:net')
const open = (port, host, localAddress) => new Promise((resolve) => {
  const socket = connect({ port, host, localAddress })
  socket.on('connect', () => resolve(1)).on('error', () => resolve(0))
})
const count = async (...caller) => {
  let opened = 0
  for (let number = 0; number < 210; number++) opened += await open(...caller)
  return opened
}
createServer().listen(443, '::', async () => {
  const own = [443, '127.0.0.1', '127.0.0.7'], network = [443, 'fd00::1', 'fd00::7']
  console.log(await count(...own), await open(443, '127.0.0.1', '127.0.0.8'))
  console.log(await count(...network), await open(443, 'fd00::1', 'fd00::8'), await open(443, 'fd00::1', 'fd00:0:0:1::8'))
  process.exit()
})
`

const SET_UP = `
ip link set lo up
for address in fd00::1 fd00::7 fd00::8 fd00:0:0:1::8; do ip address add "$address/128" dev lo nodad; done
nft --file "$FIREWALL"
`

testRequiring(
  { "nft and administrator's rights": spawnSync('unshare', ['--net', 'nft', 'list', 'ruleset']).status === 0 },
  'The firewall lets one address, and one network of IPv6, have 200 connections',
  {},
  async () => {
    const script = `${SET_UP}\nexec "$NODE" --eval "$CALLERS"`
    const env = { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, NODE: process.execPath, FIREWALL, CALLERS }
    const { stdout, stderr } = spawnSync('unshare', ['--net', 'sh', '-euc', script], { env, encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({ stdout: '200 1\n200 0 1\n', stderr: '' })
  },
)
