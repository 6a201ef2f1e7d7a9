import { spawn } from 'node:child_process'
import { test } from 'vitest'

test('never ends, and neither does what it has started', () => {
  spawn('/bin/sleep', ['86399'], { detached: true, stdio: 'ignore' }).unref()
  for (;;);
})
