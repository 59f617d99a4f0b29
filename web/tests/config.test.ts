import { createLogger, resolveConfig } from 'vite';
import { expect, it } from 'vitest';

it('is read by Vite without a warning', async () => {
  const said: string[] = [];
  const note = (message: string) => void said.push(message);
  const customLogger = { ...createLogger('silent'), warn: note, warnOnce: note, error: note };
  await resolveConfig({ root: new URL('..', import.meta.url).pathname, customLogger }, 'build');
  expect(said).toEqual([]);
});
