// The games bring colours of their own, which replace those of the house: its style sheets come first.
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { mount } from 'svelte';
import { speak } from '../i18n/words.svelte';
import { keepCurrent } from '../net/version.svelte';
import { markLargeText } from '../ui/screen.svelte';
import { wearTheme } from '../ui/theme.svelte';
import App from './App.svelte';
import { followLinks } from '../ui/router.svelte';

markLargeText();
wearTheme();
followLinks();
await speak();
mount(App, { target: document.getElementById('app')! });
keepCurrent();
