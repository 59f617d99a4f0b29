import { mount } from 'svelte';
import App from './App.svelte';
import { keepCurrent } from '../net/version.svelte';
import { followLinks } from './router.svelte';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { markLargeText } from '../ui/screen.svelte';
import { wearTheme } from '../ui/theme.svelte';
import { speak } from '../i18n/words.svelte';

markLargeText();
wearTheme();
followLinks();
await speak();
mount(App, { target: document.getElementById('app')! });
keepCurrent();
