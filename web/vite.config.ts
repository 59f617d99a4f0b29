import { defineConfig } from 'vitest/config';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';
import { licenceFile } from './scripts/licences.ts';

const outDir = process.env.TURNCOAT_WEB_OUT ?? '../src/turncoat/web';

/** Names the build after its own files: the page and the service worker carry the name, and the server publishes it. */
function versionFile(): Plugin {
  return {
    name: 'turncoat-version',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const names = Object.keys(bundle).sort();
      const version = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
      const worker = readFileSync(new URL('./src/app/worker.js', import.meta.url), 'utf8');
      const shell = names.filter((name) => /\.(js|css|woff2|svg)$/.test(name)).map((name) => `/${name}`);
      const pictures = readdirSync(new URL('./public/art', import.meta.url)).map((name) => `/art/${name}`);
      const source = worker
        .replace('__VERSION__', version)
        .replace("['__FILES__']", JSON.stringify(shell))
        .replace("['__PICTURES__']", JSON.stringify(pictures));
      const page = bundle['index.html'] as Rolldown.OutputAsset;
      page.source = String(page.source).replace('__VERSION__', version);
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
      this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ version }) });
    },
  };
}

/** Type sizes are written in px, as the design names them, and built in rem, so that a reader's own size counts. */
const scalableType = {
  postcssPlugin: 'turncoat-scalable-type',
  Declaration: {
    'font-size'(declaration: { value: string }) {
      declaration.value = declaration.value.replace(/([\d.]+)px/g, (_, px) => `${Number(px) / 16}rem`);
    },
  },
};

export default defineConfig({
  css: { postcss: { plugins: [scalableType] } },
  plugins: [svelte(), licenceFile(), versionFile()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: process.env.TURNCOAT_SERVER ?? 'http://127.0.0.1:8000', ws: true } },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
