/** What is used at each time, of which the most in an interval is known in logarithmic time: a segment tree. */
export class UsageProfile {
  #size;
  #most;
  #added;

  constructor(times) {
    this.#size = 2 ** Math.ceil(Math.log2(Math.max(1, times)));
    this.#most = new Float64Array(2 * this.#size);
    this.#added = new Float64Array(2 * this.#size);
  }

  get most() {
    return this.#most[1];
  }

  add([from, until], usage) {
    if (from < until && usage !== 0) this.#add(1, 0, this.#size, from, until, usage);
  }

  mostIn([from, until]) {
    return from < until ? this.#mostIn(1, 0, this.#size, from, until) : -Infinity;
  }

  /** By time. */
  values() {
    const values = new Float64Array(this.#size);
    for (let time = 0; time < this.#size; time++)
      for (let node = time + this.#size; node >= 1; node >>= 1) values[time] += this.#added[node];
    return values;
  }

  #add(node, low, high, from, until, usage) {
    if (until <= low || high <= from) return;
    if (from <= low && high <= until) {
      this.#most[node] += usage;
      this.#added[node] += usage;
      return;
    }
    const middle = (low + high) / 2;
    this.#add(2 * node, low, middle, from, until, usage);
    this.#add(2 * node + 1, middle, high, from, until, usage);
    this.#most[node] = this.#added[node] + Math.max(this.#most[2 * node], this.#most[2 * node + 1]);
  }

  #mostIn(node, low, high, from, until) {
    if (until <= low || high <= from) return -Infinity;
    if (from <= low && high <= until) return this.#most[node];
    const middle = (low + high) / 2;
    const left = this.#mostIn(2 * node, low, middle, from, until);
    return this.#added[node] + Math.max(left, this.#mostIn(2 * node + 1, middle, high, from, until));
  }
}
