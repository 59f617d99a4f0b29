// Every control that lies under something else, or whose text cannot be told from what is behind it.
() => {
  const name = (element) =>
    `${element.className?.baseVal ?? element.className} "${(element.innerText || element.ariaLabel || '').trim().slice(0, 40)}"`;
  const open = [...document.querySelectorAll('[aria-modal=true], dialog[open]')].at(-1);
  const isShown = (element) => {
    const style = getComputedStyle(element);
    return style.visibility === 'visible' && element.getClientRects().length > 0 && style.pointerEvents !== 'none';
  };
  /** The part of an element that its scrolling ancestors leave to be seen. */
  const seen = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let up = element.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflow === 'visible') continue;
      const box = up.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
  };
  const covered = (element) => {
    const { left, top, right, bottom } = seen(element);
    if (right - left < 8 || bottom - top < 8) return false; // scrolled out of sight
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    // What scrolls under a head that stays in sight can be scrolled out again.
    const isHead = at?.closest('thead, .name');
    return at !== null && !isHead && !element.contains(at) && !at.contains(element);
  };
  const colour = (text) => {
    const canvas = (globalThis.paint ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }));
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = text;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  /** What is really behind an element: its own ground and those under it, as far as they let light through. */
  const ground = (element) => {
    const layers = [];
    for (let up = element; up; up = up.parentElement) {
      const layer = colour(getComputedStyle(up).backgroundColor);
      if (layer[3] > 0) layers.push(layer);
      if (layer[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), colour(getComputedStyle(document.body).backgroundColor));
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const pale = (control) =>
    [control, ...control.querySelectorAll('*')]
      .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
      .filter((each) => isShown(each) && !each.closest('.sr, svg'))
      .some((each) => {
        const behind = ground(each);
        return contrast(over(colour(getComputedStyle(each).color), behind), behind) < 4.5;
      });
  const controls = [...(open ?? document).querySelectorAll('button, a[href], input, select, textarea, [role=switch]')];
  const shown = controls.filter(isShown);
  return [
    ...shown.filter(covered).map((each) => `covered: ${name(each)}`),
    ...shown.filter(pale).map((each) => `pale: ${name(each)}`),
  ];
}
