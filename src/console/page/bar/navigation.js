// The views, and going from one to the next: by the rail, by the address, by the keys 1 to 5.
import { el, setAttribute, setHidden, sign } from "../parts/dom.js";

const kSigns = { operate: "table", camera: "camera", signals: "curve", health: "heart", runs: "list" };

export class Navigation {
  /** @param {{name: string, title: string, element: HTMLElement}[]} views */
  constructor(rail, host, views, onShow) {
    this.views = views;
    this.onShow = onShow;
    this.current = null;
    this.links = new Map();
    views.forEach((view, i) => {
      const link = el("a.rail-link", { href: `#${view.name}`, "aria-keyshortcuts": String(i + 1), title: `Key ${i + 1}` }, sign(kSigns[view.name]), el("span", { text: view.title }));
      this.links.set(view.name, link);
      rail.append(el("li", {}, link));
      const panel = el("div.view", { id: `view-${view.name}`, hidden: true }, view.element);
      view.panel = panel;
      host.append(panel);
    });
    window.addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  follow() {
    const name = location.hash.slice(1);
    this.show(this.views.find((view) => view.name === name) ?? this.views[0]);
  }

  show(view) {
    if (view === this.current) return;
    this.current?.hide?.();
    for (const other of this.views) setHidden(other.panel, other !== view);
    for (const [name, link] of this.links) setAttribute(link, "aria-current", name === view.name ? "page" : null);
    this.current = view;
    document.title = `${view.title} · Freefloat`;
    this.onShow(view);
    view.show?.();
  }

  go(i) {
    if (this.views[i]) location.hash = this.views[i].name;
  }
}
