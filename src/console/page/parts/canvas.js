// A canvas that is as fine as the screen, drawn on in the page's own pixels.

/**
 * @param {HTMLCanvasElement} canvas takes the size that the style sheet gives it
 * @returns {{context: CanvasRenderingContext2D, width: number, height: number, resized: boolean}} cleared
 */
export function beginDrawing(canvas) {
  const ratio = globalThis.devicePixelRatio || 1;
  const { width, height } = sizeOf(canvas);
  const columns = Math.max(1, Math.round(width * ratio));
  const rows = Math.max(1, Math.round(height * ratio));
  const resized = canvas.width !== columns || canvas.height !== rows;
  if (resized) {
    canvas.width = columns;
    canvas.height = rows;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height, resized };
}

const sizes = new WeakMap();
const observer = new ResizeObserver((entries) => {
  for (const entry of entries) sizes.set(entry.target, { width: entry.contentRect.width, height: entry.contentRect.height });
});

/** Asking an element for its size makes the browser lay the page out: so it is told. */
function sizeOf(canvas) {
  let size = sizes.get(canvas);
  if (!size) {
    size = { width: canvas.clientWidth, height: canvas.clientHeight };
    sizes.set(canvas, size);
    observer.observe(canvas);
  }
  return size;
}
