// The keyboard. Space and Escape stop the robot, whatever has the focus; so Enter presses buttons, and Space writes a space
// where text is being typed.

const kTextTypes = ["text", "search", "email", "url", "password", "tel"];

export function takesText(element) {
  if (!element) return false;
  if (element.isContentEditable || element.tagName === "TEXTAREA") return true;
  return element.tagName === "INPUT" && kTextTypes.includes(element.type);
}

/** Where letters and digits belong to the field. */
function takesKeys(element) {
  return takesText(element) || element?.tagName === "SELECT" || (element?.tagName === "INPUT" && element.type === "number");
}

function isStop(event) {
  if (event.key === "Escape") return true;
  return event.key === " " && !takesText(event.target);
}

/** @param {() => void} stop @param {Map<string, () => void>} others by key, for when nothing is being typed */
export function bindKeys(stop, others) {
  window.addEventListener("keydown", (event) => {
    if (isStop(event)) {
      swallow(event);
      if (!event.repeat) stop();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || takesKeys(event.target)) return;
    const action = others.get(event.key.toLowerCase());
    if (!action) return;
    event.preventDefault();
    action();
  }, { capture: true });
  // A button with the focus is pressed when the space bar is let go: STOP must not press it.
  window.addEventListener("keyup", (event) => { if (isStop(event)) swallow(event); }, { capture: true });
}

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}
