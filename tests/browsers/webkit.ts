import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Builder, Key as Keys, Origin, type WebDriver } from 'selenium-webdriver'
import type { Engine, Key, Page, Point, Size } from './engine.ts'
import { eventually } from './visitor.ts'

/** Of CommonJS, whose folders cannot be imported. */
const { DriverService }: typeof import('selenium-webdriver/remote') = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
)

const DRIVER = '/usr/bin/WebKitWebDriver'
const BROWSER = globSync('/usr/lib/*/webkit*gtk-*/MiniBrowser')[0]
const INSTALLED = BROWSER && [DRIVER, '/usr/bin/Xvfb'].every(existsSync)

/** The browser's own buttons are wider than a phone; without this it cannot be made as narrow as one. */
const NARROW_BUTTONS = '* { padding: 0; margin: 0; border-width: 0; min-width: 0 }'

/** A scroll bar that lies over the page takes the mouse's presses near the edge; a phone's takes none. */
const SCROLL_BARS = '[Settings]\ngtk-overlay-scrolling=false\n'

/** How long an answer of the browser may take. */
const LIMIT_OF_AN_ANSWER_MS = 5_000

const KEYS: Record<Key, string> = { Tab: Keys.TAB, Enter: Keys.ENTER, Escape: Keys.ESCAPE }

/** The WebKit of this machine: MiniBrowser on a screen of its own, over WebDriver. */
export const WEBKIT: Engine = {
  name: 'WebKit',
  missing: INSTALLED ? undefined : 'webkit2gtk-driver or xvfb is not installed',
  start: async () => {
    const configuration = await mkdtemp(join(tmpdir(), 'webkit-'))
    await mkdir(join(configuration, 'gtk-3.0'))
    await writeFile(join(configuration, 'gtk-3.0/gtk.css'), NARROW_BUTTONS)
    await writeFile(join(configuration, 'gtk-3.0/settings.ini'), SCROLL_BARS)
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const [display] = await once(screen.stdio[3] as NodeJS.EventEmitter, 'data')
    const environment = {
      DISPLAY: `:${String(display).trim()}`,
      XDG_CONFIG_HOME: configuration,
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    }
    return {
      open: (size) => openPage(size, environment),
      close: async () => {
        screen.kill()
        await rm(configuration, { recursive: true })
      },
    }
  },
}

/** Opens a page in a browser of its own: a driver has one session at a time, and each session starts a browser. */
async function openPage(size: Size, environment: Record<string, string>): Promise<Page> {
  const service = new DriverService.Builder(DRIVER)
    .setLoopback(true)
    .setEnvironment({ ...(process.env as Record<string, string>), ...environment })
    .build()
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities({
      browserName: 'MiniBrowser',
      pageLoadStrategy: 'eager', // goto waits for the rest, and listens meanwhile
      'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] },
    })
    .build()
  const errors: string[] = []
  const evaluate: Page['evaluate'] = async (run, ...parameters) => {
    const answer = await answered(
      driver.executeScript<{ result: never; heard: string[] }>(
        `const heard = window.heardErrors || (window.heardErrors = (${listen})());
      return Promise.resolve((${run}).apply(null, arguments)).then((result) => ({ result, heard: heard.splice(0) }))`,
        ...parameters,
      ),
    )
    errors.push(...answer.heard)
    return answer.result
  }
  await resize(driver, size)

  return {
    goto: async (target) => {
      await driver.get(target)
      await eventually(async () => {
        const now = await evaluate(() => ({ path: location.pathname, state: document.readyState }))
        assert.deepEqual(now, { path: new URL(target).pathname, state: 'complete' })
      })
    },
    evaluate,
    press: (point) => driver.actions({ async: true }).move(to(point)).click().perform(),
    drag: async ([first, ...points], last) => {
      const actions = driver
        .actions({ async: true })
        .move(to(first ?? last))
        .press()
      for (const point of points) actions.move(to(point))
      await actions.release().move(to(last)).perform()
    },
    type: (text) => driver.actions({ async: true }).sendKeys(text).perform(),
    key: (key) => driver.actions({ async: true }).sendKeys(KEYS[key]).perform(),
    errors: async () => {
      await evaluate(() => {})
      return errors
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await answered(driver.quit()).catch(() => {}) // a browser that does not answer ends with its driver
      await service.kill()
    },
  }
}

const to = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 })

/**
 * Runs in the page, before the first look at each document: this driver does not tell of errors. What a document says
 * before its markup is complete is not heard.
 */
function listen(): string[] {
  const heard: string[] = []
  const say = console.error
  console.error = (...words: unknown[]) => {
    heard.push(`console: ${words.join(' ')}`)
    say.apply(console, words)
  }
  addEventListener('unhandledrejection', ({ reason }) => heard.push(`not caught: ${reason}`))
  addEventListener(
    'error',
    ({ message, target }) =>
      heard.push(message ? `not caught: ${message}` : `not loaded: ${(target as HTMLElement).outerHTML}`),
    true,
  )
  return heard
}

/** Fails when no answer comes: a question that is asked while the page moves into a process of its own gets none. */
async function answered<Answer>(question: Promise<Answer>): Promise<Answer> {
  const noAnswer = pause(LIMIT_OF_AN_ANSWER_MS, undefined, { ref: false }).then(() => {
    throw new Error('the page does not answer')
  })
  return Promise.race([question, noAnswer])
}

/** Gives the page this size; the window is larger by the browser's own bars. */
async function resize(driver: WebDriver, { width, height }: Size) {
  const inner = () => driver.executeScript<Size>('return { width: innerWidth, height: innerHeight }')
  await driver.manage().window().setRect({ x: 0, y: 0, width, height })
  await eventually(async () => assert.equal((await inner()).width, width, 'the width of the page'))
  const { height: without } = await inner()
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, width, height: 2 * height - without })
  await eventually(async () => assert.deepEqual(await inner(), { width, height }, 'the size of the page'))
}
