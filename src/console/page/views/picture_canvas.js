// The camera's picture with what was found in it. The picture is decoded by the browser; no address is made for it, since the
// page's security policy allows none but the server's.
import { beginDrawing } from "../parts/canvas.js";
import { kFont } from "../parts/colours.js";
import { el } from "../parts/dom.js";
import { words } from "../parts/format.js";
import { labelsOf } from "./picture_facts.js";

const kPixelsPerMm = 40; // a residual of a tenth of a millimetre is a ring four pixels wider than its marker

export class PictureCanvas {
  constructor(store, shown) {
    this.store = store;
    this.shown = shown;
    this.canvas = el("canvas.picture-canvas", { role: "img", "aria-label": "The camera’s picture" });
    this.bitmap = null;
    this.decoded = null; // the image that `bitmap` is of
    this.changed = true;
    this.lastPicture = null;
  }

  /** Pictures that come while one is being decoded are passed over. */
  async decode(image) {
    if (this.busy || image === this.decoded) return;
    this.busy = true;
    this.decoded = image;
    const timeNs = this.store.image.timeNs;
    try {
      const bitmap = await createImageBitmap(new Blob([image.data], { type: `image/${image.format || "jpeg"}` }));
      this.bitmap?.close();
      this.bitmap = bitmap;
      this.bitmapTimeNs = timeNs;
      this.changed = true;
    } catch {
      // A picture cut short: the next one comes.
    }
    this.busy = false;
  }

  draw() {
    const image = this.store.image.value;
    if (image) this.decode(image);
    const picture = this.bitmap ? this.store.findingsAt(this.bitmapTimeNs) : this.store.picture.value;
    if (picture !== this.lastPicture) this.changed = true;
    const size = `${this.canvas.clientWidth} ${this.canvas.clientHeight}`;
    if (size !== this.size) this.changed = true;
    if (!this.changed) return;
    [this.changed, this.lastPicture, this.size] = [false, picture, size];
    const { context, width, height } = beginDrawing(this.canvas);
    const columns = picture?.width_px ?? this.bitmap?.width ?? 1280;
    const rows = picture?.height_px ?? this.bitmap?.height ?? 1024;
    const scale = Math.min(width / columns, height / rows);
    const left = (width - scale * columns) / 2;
    const top = (height - scale * rows) / 2;
    context.fillStyle = "#000";
    context.fillRect(left, top, columns * scale, rows * scale);
    if (this.bitmap) {
      context.drawImage(this.bitmap, left, top, columns * scale, rows * scale);
      if (this.shown.threshold && picture) this.drawThreshold(context, left, top, columns * scale, rows * scale, picture.threshold);
    }
    if (!picture) return;
    context.save();
    context.translate(left, top);
    this.drawFindings(context, picture, scale);
    context.restore();
  }

  /** Every point that is brighter than the threshold, in a colour. */
  drawThreshold(context, left, top, width, height, threshold) {
    const [columns, rows] = [this.bitmap.width, this.bitmap.height];
    this.mask ??= document.createElement("canvas");
    this.mask.width = columns;
    this.mask.height = rows;
    const mask = this.mask.getContext("2d", { willReadFrequently: true });
    mask.drawImage(this.bitmap, 0, 0);
    const pixels = mask.getImageData(0, 0, columns, rows);
    const data = new Uint32Array(pixels.data.buffer);
    const bright = 0xffb3c645; // the house's teal, alpha first
    for (let i = 0; i < data.length; ++i) data[i] = (data[i] & 0xff) > threshold ? bright : 0;
    mask.putImageData(pixels, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.mask, left, top, width, height);
  }

  drawFindings(context, picture, scale) {
    context.font = `600 12px ${kFont}`;
    if (this.shown.windows) {
      context.strokeStyle = "#68b1f3";
      context.setLineDash([4, 3]);
      for (const [u0, v0, u1, v1] of picture.windows ?? []) context.strokeRect(u0 * scale, v0 * scale, (u1 - u0) * scale, (v1 - v0) * scale);
      context.setLineDash([]);
    }
    if (this.shown.blobs) {
      context.strokeStyle = "#f4a04e";
      context.lineWidth = 1.5;
      for (const [u, v, area] of picture.blobs ?? []) {
        context.beginPath();
        context.arc(u * scale, v * scale, Math.max(6, Math.sqrt((area ?? 20) / Math.PI) * scale + 4), 0, 2 * Math.PI);
        context.stroke();
      }
    }
    this.taken = [];
    for (const label of labelsOf(picture)) this.drawLabel(context, label, scale);
  }

  drawLabel(context, label, scale) {
    if (!Number.isFinite(label.u) || !Number.isFinite(label.v)) return;
    const [x, y] = [label.u * scale, label.v * scale];
    if (this.shown.residuals && Number.isFinite(label.residual)) {
      context.strokeStyle = "#f084b5";
      context.lineWidth = 2;
      context.beginPath();
      context.arc(x, y, Math.min(3 + label.residual * kPixelsPerMm, 60), 0, 2 * Math.PI);
      context.stroke();
    }
    if (!this.shown.labels) return;
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.strokeStyle = "#000";
    context.fillStyle = "#fff";
    const text = words(label.name);
    const at = this.placeLabel(x, y, context.measureText(text).width);
    context.strokeText(text, ...at);
    context.fillText(text, ...at);
  }

  /** Right above the marker, or at another of its corners where another label stands already. */
  placeLabel(x, y, width) {
    const places = [[x + 11, y - 8], [x + 11, y + 18], [x - 11 - width, y - 8], [x - 11 - width, y + 18]];
    const meets = ([left, bottom]) => this.taken.some((other) => Math.abs(other.bottom - bottom) < 15 && left < other.right && other.left < left + width);
    const [left, bottom] = places.find((place) => !meets(place)) ?? places[0];
    this.taken.push({ left, bottom, right: left + width });
    return [left, bottom];
  }
}
