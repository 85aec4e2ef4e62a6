// Runs before the first paint, so that nobody who chose dark sees a flash of white.
try {
  const theme = localStorage.getItem("freefloat.theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing.
}
