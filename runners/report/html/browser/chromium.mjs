// Drives a headless Chromium by the DevTools protocol over a pipe.
import { spawn } from 'node:child_process';

export class Chromium {
  #process;
  #next = 1;
  #waiting = new Map();
  #listeners = new Set();
  #buffer = '';

  /** `folder` is for the browser's profile and nothing else. */
  constructor(program, folder) {
    this.#process = spawn(
      program,
      [
        '--headless=new',
        '--remote-debugging-pipe',
        `--user-data-dir=${folder}`,
        // Bazel's sandbox has no user namespaces to give away; the pages are the test's own.
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        '--hide-scrollbars',
        '--font-render-hinting=none',
      ],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder } },
    );
    this.#process.on('exit', (code, signal) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${program} ended: ${code ?? signal}`));
      this.#waiting.clear();
    });
    this.#process.stdio[4].setEncoding('utf8').on('data', (text) => this.#read(text));
  }

  #read(text) {
    this.#buffer += text;
    const messages = this.#buffer.split('\0');
    this.#buffer = messages.pop();
    for (const message of messages.map((each) => JSON.parse(each))) {
      const call = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) call.reject(new Error(`${call.method}: ${message.error.message}`));
      else if (call) call.resolve(message.result);
      else for (const listener of this.#listeners) listener(message);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.#next++;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, method }));
  }

  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    await this.send('Browser.close');
    await ended;
  }
}

/** One tab, with everything that it complained of or asked the network for. */
export class Tab {
  problems = [];
  requests = [];
  #browser;
  #session;
  #target;
  #stop;

  /** `media`: values of media features, such as {'prefers-color-scheme': 'dark'}. */
  static async open(browser, url, { width = 1100, height = 900, media = {}, type = '', script = true } = {}) {
    const tab = new Tab();
    tab.#browser = browser;
    tab.#target = (await browser.send('Target.createTarget', { url: 'about:blank' })).targetId;
    tab.#session = (await browser.send('Target.attachToTarget', { targetId: tab.#target, flatten: true })).sessionId;
    tab.#stop = browser.listen((message) => message.sessionId === tab.#session && tab.#hear(message));
    for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'DOM', 'Accessibility']) await tab.send(`${domain}.enable`);
    await tab.resize(width, height);
    await tab.emulate(media, type);
    if (!script) await tab.send('Emulation.setScriptExecutionDisabled', { value: true });
    const loaded = tab.#wait('Page.loadEventFired');
    await tab.send('Page.navigate', { url });
    await loaded;
    return tab;
  }

  #hear({ method, params }) {
    if (method === 'Log.entryAdded' && params.entry.level !== 'verbose') this.problems.push(params.entry.text);
    if (method === 'Runtime.exceptionThrown') this.problems.push(params.exceptionDetails.exception?.description);
    if (method === 'Runtime.consoleAPICalled') this.problems.push(`console.${params.type}`);
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
  }

  #wait(event) {
    return new Promise((resolve) => {
      const stop = this.#browser.listen(({ method, sessionId }) => {
        if (method !== event || sessionId !== this.#session) return;
        stop();
        resolve();
      });
    });
  }

  send(method, params) {
    return this.#browser.send(method, params, this.#session);
  }

  resize(width, height = 900) {
    return this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  }

  /** `type`: `print`, or empty for the screen. */
  emulate(media, type = '') {
    const features = Object.entries(media).map(([name, value]) => ({ name, value }));
    return this.send('Emulation.setEmulatedMedia', { media: type, features });
  }

  /** Calls a function in the page; arguments and result go over as JSON. */
  async call(action, ...values) {
    return this.evaluate(`(${action})(...${JSON.stringify(values)})`);
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async press(key) {
    const code = { Tab: 9, End: 35, Home: 36, ArrowLeft: 37, ArrowRight: 39, Enter: 13 }[key];
    const event = { key, code: key, windowsVirtualKeyCode: code, text: key === 'Enter' ? '\r' : undefined };
    await this.send('Input.dispatchKeyEvent', { type: key === 'Enter' ? 'keyDown' : 'rawKeyDown', ...event });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  /** PNG of the whole page, or of its first `height` pixels. */
  async screenshot(height = Infinity) {
    const { cssContentSize } = await this.send('Page.getLayoutMetrics');
    const clip = { x: 0, y: 0, width: cssContentSize.width, height: Math.min(cssContentSize.height, height), scale: 1 };
    const { data } = await this.send('Page.captureScreenshot', { captureBeyondViewport: true, clip });
    return Buffer.from(data, 'base64');
  }

  async pdf() {
    const { data } = await this.send('Page.printToPDF', { preferCSSPageSize: true, printBackground: false, paperWidth: 8.27, paperHeight: 11.69 });
    return Buffer.from(data, 'base64');
  }

  async close() {
    this.#stop();
    await this.#browser.send('Target.closeTarget', { targetId: this.#target });
  }
}
