// Makes elements of the page. Looks come from the style sheets only: the security policy allows no style in the markup.

/**
 * @param {string} tag "button", or with classes, "button.primary"
 * @param {object} attributes by name; functions become listeners ("click"), `text` the content, null is left out
 * @param {(Node|string)[]} children
 */
export function el(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (key === "text") element.textContent = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

const kSvg = "http://www.w3.org/2000/svg";

/** @returns {SVGElement} A sign of the page's set (index.html), hidden from screen readers: words stand beside it. */
export function sign(name, extraClass = "") {
  const svg = document.createElementNS(kSvg, "svg");
  svg.setAttribute("class", `sign ${extraClass}`.trim());
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(kSvg, "use");
  use.setAttribute("href", `#sign-${name}`);
  svg.append(use);
  return svg;
}

export function setSign(svg, name) {
  const use = svg.firstElementChild;
  if (use.getAttribute("href") !== `#sign-${name}`) use.setAttribute("href", `#sign-${name}`);
}

/** Writes only what is new, so that nothing is laid out, or read aloud, in vain. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function setHidden(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

/**
 * Makes the children of `host` those of `items`, keeping the elements of the keys that stay.
 * @param {(item) => string} key of each, unique
 * @param {(item) => Element} make a new element
 * @param {(element, item) => void} update an element
 */
export function keepChildren(host, items, key, make, update) {
  const known = new Map([...host.children].map((child) => [child.dataset.key, child]));
  let place = host.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let element = known.get(name);
    if (element) {
      known.delete(name);
    } else {
      element = make(item);
      element.dataset.key = name;
    }
    update(element, item);
    if (element !== place) host.insertBefore(element, place);
    else place = place.nextElementSibling;
  }
  for (const element of known.values()) element.remove();
}

/** @returns {(string|Element)[]} A name in which a line may be broken after dots, dashes and underscores. */
export function breakable(name) {
  return name.split(/(?<=[._-])/).flatMap((part, i) => (i === 0 ? [part] : [el("wbr"), part]));
}

/** @returns {{element: HTMLElement, set: (label: string, text: string) => void}} A list of what is told of some things. */
export function factList(labels) {
  const values = new Map(labels.map((label) => [label, el("dd.number")]));
  const element = el("dl.facts", {}, ...[...values].flatMap(([label, value]) => [el("dt", { text: label }), value]));
  return { element, set: (label, text) => setText(values.get(label), text) };
}

/**
 * A button of a legend that switches what it names on and off.
 * @param {object} shown by key, whether it is @param {string} look of the swatch beside the label
 */
export function legendSwitch(shown, key, look, label, changed = () => {}) {
  const press = () => {
    shown[key] = !shown[key];
    button.setAttribute("aria-pressed", String(shown[key]));
    changed();
  };
  const button = el("button.legend-entry", { type: "button", "aria-pressed": String(shown[key]), click: press },
    el("span.swatch", { "data-look": look }), label);
  return button;
}

/** A card with a heading. */
export function card(title, ...children) {
  const heading = el("h2", { text: title });
  const section = el("section.card", {}, heading, ...children);
  heading.id = `card-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
  section.setAttribute("aria-labelledby", heading.id);
  return section;
}
