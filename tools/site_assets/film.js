// Steps through the frames of a recorded game: buttons, a slider, and the arrow keys.
for (const film of document.querySelectorAll('.film')) {
  const frames = [...film.querySelectorAll('.frame')];
  const keys = document.createElement('div');
  keys.className = 'keys';
  keys.innerHTML =
    '<button type="button" aria-label="Back">←</button>' +
    `<input type="range" min="1" max="${frames.length}" value="1" aria-label="Step">` +
    '<button type="button" aria-label="Next">→</button>';
  const [back, slider, next] = keys.children;
  const show = (step) => {
    const at = Math.min(frames.length, Math.max(1, step));
    frames.forEach((frame, number) => frame.toggleAttribute('data-shown', number === at - 1));
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', `Step ${at} of ${frames.length}`);
  };
  back.addEventListener('click', () => show(Number(slider.value) - 1));
  next.addEventListener('click', () => show(Number(slider.value) + 1));
  slider.addEventListener('input', () => show(Number(slider.value)));
  film.addEventListener('keydown', (event) => {
    if (event.target === slider) return;
    if (event.key === 'ArrowRight') show(Number(slider.value) + 1);
    if (event.key === 'ArrowLeft') show(Number(slider.value) - 1);
  });
  film.append(keys);
  show(1);
}
