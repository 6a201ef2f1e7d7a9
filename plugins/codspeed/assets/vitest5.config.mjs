// The package's own config with what simulation needs: the provider, and V8's flags in the one process of each file.
import { readFileSync } from 'node:fs';
import { getV8Flags } from '@codspeed/core';
import { loadConfigFromFile, mergeConfig } from 'vite';

const settings = JSON.parse(readFileSync(new URL('./settings.json', import.meta.url)));

export default async (env) => {
  const own = await loadConfigFromFile(env, settings.config, process.cwd());
  const test = {
    pool: 'forks',
    execArgv: getV8Flags(),
    benchmark: { provider: new URL('./provider.mjs', import.meta.url).pathname, ...settings.benchmark },
  };
  return mergeConfig(own?.config ?? {}, { root: process.cwd(), test });
};
