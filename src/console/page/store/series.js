// The newest values of some quantities over time, in memory that is used again.

export class Series {
  /** @param {number} capacity samples kept */
  constructor(capacity) {
    this.capacity = capacity;
    this.columns = new Map(); // name -> Float64Array
    this.begin = 0;
    this.length = 0;
    this.column("t");
  }

  column(name) {
    let column = this.columns.get(name);
    if (!column) {
      column = new Float64Array(this.capacity).fill(NaN);
      this.columns.set(name, column);
    }
    return column;
  }

  get names() {
    return [...this.columns.keys()];
  }

  /** @param {{t: number}} sample numbers by name; what is left out is unknown. A time before the last begins anew; one
   *    that is known already, of a recording that rests, is left out. */
  push(sample) {
    if (this.length > 0 && sample.t === this.newest("t")) return;
    if (this.length > 0 && !(sample.t >= this.newest("t"))) this.clear();
    let place = this.begin + this.length;
    if (this.length === this.capacity) this.begin = (this.begin + 1) % this.capacity;
    else ++this.length;
    place %= this.capacity;
    for (const column of this.columns.values()) column[place] = NaN;
    for (const name of Object.keys(sample)) this.column(name)[place] = sample[name];
  }

  clear() {
    this.begin = 0;
    this.length = 0;
  }

  at(name, i) {
    const column = this.columns.get(name);
    return column ? column[(this.begin + i) % this.capacity] : NaN;
  }

  newest(name) {
    return this.length > 0 ? this.at(name, this.length - 1) : NaN;
  }

  /** @returns {number} Index of the first sample that is not before time `t`. */
  firstSince(t) {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at("t", middle) < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @returns {number[][]} Each column from time `t` on, in at most about `most` samples, evenly thinned. */
  since(t, names, most = 1500) {
    const first = this.firstSince(t);
    const stride = Math.max(1, Math.ceil((this.length - first) / most));
    return names.map((name) => {
      const values = [];
      for (let i = first; i < this.length; i += stride) values.push(this.at(name, i));
      return values;
    });
  }
}
