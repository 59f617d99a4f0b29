import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// Which folders of src a folder may import from (docs/architecture.md). What is not named here is a game's folder.
const BASE = ['net', 'ui', 'i18n'];
const SHARED = { app: ['table', ...BASE], table: BASE, net: ['ui', 'i18n'], ui: ['i18n'], i18n: ['ui'] };
const FOLDERS = readdirSync(new URL('./src', import.meta.url));
const MAY_IMPORT = Object.fromEntries(FOLDERS.map((folder) => [folder, SHARED[folder] ?? ['table', ...BASE]]));

const directions = FOLDERS.map((folder) => {
  const others = FOLDERS.filter((other) => other !== folder && !MAY_IMPORT[folder].includes(other)).join('|');
  const message = `src/${folder} may import only from itself, ${MAY_IMPORT[folder].join(', ')}.`;
  const path = `^([.][.].)+(${others}).`; // the first dots are a way up; a selector can hold no slash
  const selectors = [
    `ImportExpression[source.value=/${path}/]`,
    `CallExpression[callee.property.name='glob'] Literal[value=/${path}/]`,
  ];
  return {
    files: [`src/${folder}/**`],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: path, message }] }],
      'no-restricted-syntax': ['error', ...selectors.map((selector) => ({ selector, message }))],
    },
  };
});

export default ts.config(
  { ignores: ['node_modules', '**/schema.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.serviceworker } },
    rules: {
      // Words and screens are declared by each game: interfaces are merged, and stand empty where nothing is added.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_$', varsIgnorePattern: '^_$' }],
      // State is replaced and never changed in place, so plain sets and maps are enough.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } },
  },
  {
    // Drawings of our own, as text: nothing that anybody has written reaches them.
    files: ['src/**/{Bust,Character,Emblem,Sign,Tag}.svelte'],
    rules: { 'svelte/no-at-html-tags': 'off' },
  },
  ...directions,
);
