// Texts of controls that cannot be told from what is really behind them. `ground` is a picture of the same page with
// every letter made transparent, so grounds, images, veils and neighbours count as they are painted.
async (ground) => {
  const picture = new Image();
  picture.src = ground;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen.drawImage(picture, 0, 0);
  const scale = picture.width / innerWidth;
  const at = (x, y) => [...pen.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data];

  const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    probe.clearRect(0, 0, 1, 1);
    probe.fillStyle = colour;
    probe.fillRect(0, 0, 1, 1);
    return [...probe.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) =>
    [r, g, b].reduce((sum, part, k) => {
      const x = part / 255;
      return sum + [0.2126, 0.7152, 0.0722][k] * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    }, 0);
  const over = (ink, behind) => ink.slice(0, 3).map((part, k) => (part * ink[3] + behind[k] * (255 - ink[3])) / 255);
  const contrast = (ink, behind) => {
    const [dark, bright] = [light(over(ink, behind)), light(behind)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const ancestors = (element) => (element ? [element, ...ancestors(element.parentElement)] : []);
  const CONTROLS = 'button, a[href], summary, label, select, input, textarea, [role=button], [role=tab], [role=switch]';

  const problems = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent.trim();
    const control = parent.closest(CONTROLS);
    if (!text || !control || parent.closest('.sr, svg, option, noscript')) continue;
    const style = getComputedStyle(parent);
    if (style.visibility === 'hidden' || !parent.checkVisibility()) continue; // such as what is folded away
    const veil = ancestors(parent).reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1);
    const ink = rgba(style.color);
    ink[3] *= veil;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = [...range.getClientRects()].find((each) => each.width > 2 && each.height > 2);
    if (!box) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const seen = document.elementFromPoint(x, y);
    if (!seen || !(control.contains(seen) || seen.contains(parent))) continue; // scrolled away, or under a dialog
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700);
    const isOff = control.matches(':disabled, [aria-disabled=true]') || veil < 1;
    const found = [];
    for (const across of [0.1, 0.3, 0.5, 0.7, 0.9])
      for (const down of [0.3, 0.5, 0.7])
        found.push(contrast(ink, at(box.left + across * box.width, box.top + down * box.height)));
    const middle = found.sort((a, b) => a - b)[Math.floor(found.length / 2)];
    if (middle < (isLarge || isOff ? 3 : 4.5)) problems.push(`${JSON.stringify(text.slice(0, 40))} ${middle.toFixed(2)}`);
  }
  return [...new Set(problems)];
}
