// Text that is cut off or reaches beyond its button, texts that lie over each other, and a page wider than its window.
// Only the names that people give themselves may end in an ellipsis.
(names) => {
  const problems = [];
  const short = (text) => JSON.stringify(text.slice(0, 40));
  const style = (element) => getComputedStyle(element);
  if (document.documentElement.scrollWidth > innerWidth + 1) problems.push('the page is wider than the window');

  const ancestors = (element) => (element ? [element, ...ancestors(element.parentElement)] : []);
  const isShown = (element) =>
    ancestors(element).every((each) => {
      const { visibility, display, opacity, clipPath } = style(each);
      return visibility !== 'hidden' && display !== 'none' && Number(opacity) > 0 && clipPath !== 'inset(50%)';
    });
  const isOpaque = (element) =>
    style(element).backgroundColor !== 'rgba(0, 0, 0, 0)' || style(element).backgroundImage !== 'none';
  const groundOf = (element) => ancestors(element).find(isOpaque) ?? document.body;

  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const parent = node.parentElement;
    if (!text || parent.closest('.sr, script, style, noscript, select, datalist, svg')) continue;
    if (!isShown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      const clipping = ancestors(parent).find((each) => style(each).overflow !== 'visible' && each !== document.body);
      const { overflowX = '', overflowY = '', textOverflow = '' } = clipping ? style(clipping) : {};
      const scrolls = /auto|scroll/.test(overflowX + overflowY);
      const ends = textOverflow === 'ellipsis';
      if (clipping && !scrolls && !(ends && names.some((name) => text.includes(name)))) {
        const frame = clipping.getBoundingClientRect();
        const beyond = Math.max(box.right - frame.right, frame.left - box.left);
        // The box of a line set tight is higher than its letters: where only the end of a line can be cut, the
        // height says nothing.
        if (beyond > 2 || (!ends && (box.bottom > frame.bottom + 4 || box.top < frame.top - 4))) {
          problems.push(`cut: ${short(text)} in ${clipping.className}`);
        }
      }
      const button = parent.closest('button, .button');
      const edge = button && parseFloat(style(button).borderTopWidth) >= 1 && button.getBoundingClientRect();
      if (edge && (box.right > edge.right + 1 || box.left < edge.left - 1)) {
        problems.push(`beyond its button: ${short(text)}`);
      }
      if (!clipping && (box.right > innerWidth + 1 || box.left < -1)) problems.push(`off the side: ${short(text)}`);
      boxes.push({ box, text, parent });
    }
  }

  boxes.forEach((a, k) => {
    for (const b of boxes.slice(k + 1)) {
      if (a.parent.contains(b.parent) || b.parent.contains(a.parent)) continue;
      const left = Math.max(a.box.left, b.box.left);
      const top = Math.max(a.box.top, b.box.top);
      const width = Math.min(a.box.right, b.box.right) - left;
      const height = Math.min(a.box.bottom, b.box.bottom) - top;
      // A line's box reaches a little beyond its letters.
      if (width < 4 || height < Math.max(5, 0.22 * Math.min(a.box.height, b.box.height))) continue;
      const at = document.elementsFromPoint(left + width / 2, top + height / 2);
      const hides = (one, other) => {
        // A table's head is never hit itself, only its cells.
        const ground = groundOf(one);
        const layer = at.findLast((each) => ground.contains(each) && each.contains(one));
        return layer && !ground.contains(other) && at.indexOf(layer) < at.indexOf(other);
      };
      if (!at.includes(a.parent) || !at.includes(b.parent)) continue;
      if (hides(a.parent, b.parent) || hides(b.parent, a.parent)) continue;
      problems.push(`overlap: ${short(a.text)} and ${short(b.text)}`);
    }
  });
  return [...new Set(problems)];
}
