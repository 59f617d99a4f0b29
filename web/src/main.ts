import { mount } from 'svelte';
import App from './App.svelte';
import { keepCurrent } from './net/version.svelte';
import { followLinks } from './router.svelte';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';
import { markLargeText } from './play/screen.svelte';
import { wearTheme } from './theme/theme.svelte';
import { speak } from './words/words.svelte';

markLargeText();
wearTheme();
followLinks();
await speak();
mount(App, { target: document.getElementById('app')! });
keepCurrent();
