// Everything that can be asked of the program, and what it answered. STOP has a file of its own.

export class Commands {
  /** @param {(what: string, answer: object) => void} tell shows an answer's words */
  constructor(connection, store, tell) {
    this.connection = connection;
    this.store = store;
    this.tell = tell;
  }

  /** Asks, and shows the answer's words. @returns {Promise<{done: boolean, words: string, result?: object}>} */
  async ask(what, request = {}) {
    const answer = await this.connection.call(what, request);
    this.tell(what, answer);
    return answer;
  }

  /** Asks without showing the answer, unless it is a refusal. For what is repeated: jogging, dragging. */
  async askQuietly(what, request = {}) {
    const answer = await this.connection.call(what, request);
    if (!answer.done) this.tell(what, answer);
    return answer;
  }

  get hasLease() {
    return this.store.desk?.operator?.you === true;
  }

  /**
   * @param {string} what a key of the desk's `can`, or another command that needs the lease
   * @returns {string} why it cannot be asked now; empty: it can
   */
  whyNot(what) {
    const desk = this.store.desk;
    if (!this.store.connected || !desk) return "no connection to the program";
    if (desk.can?.[what]) return desk.can[what];
    if (!this.hasLease) return desk.operator?.name ? `${desk.operator.name} has control` : "take control first";
    return "";
  }
}
