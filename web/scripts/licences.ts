import { readdirSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Writes the licence of every package that has something in the build: they allow copies that carry their text. */
export function licenceFile(): Plugin {
  return {
    name: 'turncoat-licences',
    apply: 'build',
    generateBundle(_, bundle) {
      const used = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.keys(file.modules) : file.originalFileNames,
      );
      const folders = used.flatMap((name) => PACKAGE.exec(resolve(ROOT, name).replaceAll(sep, '/'))?.[0] ?? []);
      const texts = [...new Set(folders)].sort().map(licence);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join('\n') });
    },
  };
}

function licence(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  if (!file) throw new Error(`${name} goes into the build, and no licence lies beside it.`);
  return `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
}
