// From the table's frame, metres, x right and y away, to the pixels of a drawing, and back.

export class TableMap {
  /** @param {[number, number]} size of the table, m @param {number} air around it, px */
  constructor(size, width, height, air) {
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
