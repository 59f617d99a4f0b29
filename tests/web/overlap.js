// Everything in the ring that lies on something else there: words, hands, and what is said in the middle.
() => {
  const ring = document.querySelector('.ring');
  if (!ring) return ['no ring'];
  /** Where the words of an element are, without the empty ends of their lines. */
  const text = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
  };
  const parts = [];
  for (const seat of ring.querySelectorAll('.seat')) {
    const name = seat.querySelector('.name').textContent;
    const add = (what, boxes) => boxes.forEach((box) => parts.push({ owner: name, what: `${what} of ${name}`, box }));
    add('words', [...seat.querySelectorAll('.name, .status')].filter((each) => each.textContent.trim()).flatMap(text));
    add('emblem', [seat.querySelector('.emblem').getBoundingClientRect()]);
    add('hand', [...seat.querySelectorAll('.lead')].map((each) => each.getBoundingClientRect()));
  }
  const middle = ring.querySelector('.centre .centre');
  const said = [...middle.querySelectorAll('h2, p, li, small')].flatMap(text);
  // A leaflet lies on the table as a whole.
  const whole = middle.classList.contains('leaf') ? [middle.getBoundingClientRect()] : said;
  whole.forEach((box) => parts.push({ owner: 'middle', what: 'the middle', box }));
  const SLACK = 2;
  const overlap = (a, b) => [
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  ];
  const found = [];
  for (const [k, one] of parts.entries())
    for (const other of parts.slice(k + 1)) {
      if (one.owner === other.owner) continue;
      const [x, y] = overlap(one.box, other.box);
      if (x > SLACK && y > SLACK) found.push(`${one.what} on ${other.what}: ${Math.round(x)}×${Math.round(y)}`);
    }
  // What is said stays on the disc, and on the screen.
  const disc = [...ring.querySelectorAll('svg ellipse')].at(-1)?.getBoundingClientRect();
  if (disc && !middle.classList.contains('leaf'))
    for (const box of said)
      if (box.left < disc.left || box.right > disc.right || box.top < disc.top || box.bottom > disc.bottom)
        found.push(`the middle leaves the disc by ${Math.round(Math.max(disc.left - box.left, box.right - disc.right, disc.top - box.top, box.bottom - disc.bottom))}`);
  for (const { what, box } of parts)
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`${what} leaves the screen`);
  const cut = [...middle.querySelectorAll('li span')].filter((each) => each.scrollWidth > each.clientWidth + 1 && each.textContent.length < 11);
  found.push(...cut.map((each) => `${each.textContent} is cut short on the leaflet`));
  return [...new Set(found)];
}
