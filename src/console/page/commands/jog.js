// Hold-to-run: a wish that is repeated while a button or a key is held, and ends in every way in which a hand can leave it.

const kRepeatMs = 100; // the program ends the motion 300 ms after the last

export class Jog {
  constructor(commands) {
    this.commands = commands;
    this.held = null; // {what, request, element}
    this.timer = 0;
    window.addEventListener("blur", () => this.end());
    window.addEventListener("pagehide", () => this.end());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.end(); });
  }

  /** @param {() => object} request made anew at each repetition, so that a speed can be changed on the way */
  begin(element, what, request) {
    if (this.held?.element === element || this.commands.whyNot("jog") !== "") return;
    this.end();
    this.held = { element, what, request };
    element.dataset.held = "yes";
    this.repeat();
    this.timer = setInterval(() => this.repeat(), kRepeatMs);
  }

  async repeat() {
    const held = this.held;
    if (!held) return;
    if (this.commands.whyNot("jog") !== "" || !held.element.isConnected) {
      this.end();
      return;
    }
    const answer = await this.commands.askQuietly(held.what, held.request());
    if (!answer.done && this.held === held) this.end();
  }

  /** @param {Element} [element] only if this one is held */
  end(element) {
    if (!this.held || (element && this.held.element !== element)) return;
    clearInterval(this.timer);
    delete this.held.element.dataset.held;
    this.held = null;
    this.commands.askQuietly("jog_end");
  }

  /** Makes a button that runs while it is held by pointer, or by Enter while it has the focus. */
  bind(button, what, request) {
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.begin(button, what, request);
    });
    for (const event of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) {
      button.addEventListener(event, () => this.end(button));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) this.begin(button, what, request);
    });
    button.addEventListener("keyup", (event) => { if (event.key === "Enter") this.end(button); });
  }
}
