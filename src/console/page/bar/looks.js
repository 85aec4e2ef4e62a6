// Light, dark, and the big screen.
import { coloursChanged } from "../parts/colours.js";
import { setText } from "../parts/dom.js";

const kThemes = ["auto", "light", "dark"];
const kThemeKey = "freefloat.theme";

export function bindTheme(button) {
  const root = document.documentElement;
  const show = () => setText(button, `Theme: ${root.dataset.theme || "auto"}`);
  button.addEventListener("click", () => {
    const next = kThemes[(kThemes.indexOf(root.dataset.theme || "auto") + 1) % kThemes.length];
    root.dataset.theme = next;
    try {
      localStorage.setItem(kThemeKey, next);
    } catch {
      // A browser that keeps nothing.
    }
    show();
    coloursChanged();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", coloursChanged);
  for (const event of ["beforeprint", "afterprint"]) window.addEventListener(event, () => coloursChanged());
  show();
}

/** Everything but the table, the state and the key numbers steps back, for who stands two metres away. */
export function toggleBigScreen(button, show) {
  const big = document.body.classList.toggle("big-screen");
  button.setAttribute("aria-pressed", String(big));
  if (big) show();
}
