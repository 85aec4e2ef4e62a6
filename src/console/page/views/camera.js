// What the camera sees, and what the vision makes of it.
import { card, el, legendSwitch, setHidden, setText } from "../parts/dom.js";
import { clock, fixed, withUnit } from "../parts/format.js";
import { drawHistogram } from "../parts/histogram.js";
import { PictureCanvas } from "./picture_canvas.js";
import { markerRows } from "./picture_facts.js";
import { VisionSettings } from "./vision_settings.js";

const kLayers = [
  { key: "blobs", label: "blobs" },
  { key: "labels", label: "labels" },
  { key: "windows", label: "windows" },
  { key: "residuals", label: "residuals: wider ring" },
  { key: "threshold", label: "above the threshold" },
];

export class CameraView {
  name = "camera";
  title = "Camera";

  constructor(context) {
    this.store = context.store;
    this.connection = context.connection;
    this.shown = { blobs: true, labels: true, windows: true, residuals: true, threshold: false };
    this.picture = new PictureCanvas(context.store, this.shown);
    this.since = el("p.picture-since", { role: "status", hidden: true });
    this.facts = el("p.quiet");
    this.histogram = el("canvas.histogram", { role: "img", "aria-label": "Histogram of grey levels" });
    this.rows = el("tbody");
    this.settings = new VisionSettings(context);
    this.element = el("div.columns.camera", {},
      el("section.card.picture-card", { "aria-label": "Picture" },
        el("div.picture-frame.live-picture", {}, this.picture.canvas, this.since), this.makeLayers(), this.facts),
      el("div.side", {},
        card("Markers", el("table.markers.live-picture", {},
          el("thead", {}, el("tr", {}, ...["Marker", "u, px", "v, px", "residual"].map((text, i) => el("th", { scope: "col", class: i ? "num" : null, text })))), this.rows)),
        card("Grey levels", el("div.live-picture", {}, this.histogram), el("p.quiet", { text: "Height: logarithm of the count. Red: the threshold." })),
        this.settings.element));
  }

  makeLayers() {
    const legend = el("div.legend", { role: "group", "aria-label": "Shown in the picture" });
    for (const { key, label } of kLayers) legend.append(legendSwitch(this.shown, key, `layer-${key}`, label, () => { this.picture.changed = true; }));
    return legend;
  }

  show() {
    this.store.watchCamera(this.connection, true);
  }

  hide() {
    this.store.watchCamera(this.connection, false);
  }

  onDesk(desk) {
    this.settings.onDesk(desk);
  }

  onFrame() {
    this.picture.draw();
  }

  onSlow(now) {
    const picture = this.store.picture.value;
    const fresh = this.store.image.fresh(now) || this.store.picture.fresh(now);
    this.element.dataset.picture = fresh ? "live" : "stale";
    setHidden(this.since, fresh);
    setText(this.since, this.store.image.arrivedAt ? `no picture since ${clock(this.store.image.arrivedAt)}` : "no picture yet");
    if (!picture) return;
    const parts = [`${picture.blobs?.length ?? 0} blobs`, `threshold ${fixed(picture.threshold, 0)}`];
    if (picture.exposure_us > 0) parts.push(`exposure ${withUnit(picture.exposure_us / 1e3, 2, "ms")}`);
    setText(this.facts, parts.join(" · "));
    this.rows.replaceChildren(...markerRows(picture));
    this.settings.onPicture(picture);
    const counts = picture.histogram ?? [];
    if (counts.length > 0) drawHistogram(this.histogram, { counts, low: 0, high: 256, unit: "", mark: picture.threshold });
  }
}
