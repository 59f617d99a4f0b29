// The service worker of a build. Pages come from the network first, so nobody is stranded on old code; only
// files whose names carry their hash come from the cache. A new version takes over as soon as it is installed.
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
// Their names say nothing about what is in them: like pages, they come from the cache only without a network.
const PICTURES = ['__PICTURES__'];
const CACHE = `turncoat-${VERSION}`;
const SHELL = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([SHELL, ...FILES, ...PICTURES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function newest(request, kept) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(kept)) ?? Response.error();
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(newest(request, SHELL));
  else if (FILES.includes(pathname)) event.respondWith(file(request));
  else if (PICTURES.includes(pathname)) event.respondWith(newest(request, request));
});
