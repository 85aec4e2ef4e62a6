// From the table's frame, metres, x right and y away, to the pixels of a drawing, and back.

export class TableMap {
  /** @param {[number, number]} size of the table, m; around it there is room for its numbers */
  constructor(size, width, height) {
    // Letters grow with the drawing, to be read on a large screen from further away.
    this.text = Math.round(Math.min(22, Math.max(11, Math.min(width, height) / 72)));
    const air = { left: 3.7 * this.text, right: 1.3 * this.text, top: 1.9 * this.text, bottom: 3.5 * this.text };
    const [across, away] = size?.[0] > 0 && size?.[1] > 0 ? size : [1.8, 1.8];
    this.size = [across, away];
    this.scale = Math.max(1, Math.min((width - air.left - air.right) / across, (height - air.top - air.bottom) / away));
    this.middle = [(width + air.left - air.right) / 2, (height + air.top - air.bottom) / 2];
  }

  x(metres) { return this.middle[0] + metres * this.scale; }
  y(metres) { return this.middle[1] - metres * this.scale; }
  point([x, y]) { return [this.x(x), this.y(y)]; }
  metres(x, y) { return [(x - this.middle[0]) / this.scale, (this.middle[1] - y) / this.scale]; }
}

export const rotated = ([x, y], angle) => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];
