// The one connection to the program: subscriptions, service calls, and coming back by itself after it was lost.
import { makeDecoder } from "./cdr.js";
import { kSubprotocols, readFrame, writeServiceCall } from "./protocol.js";

const kFirstPauseMs = 250;
const kLongestPauseMs = 4000;
const kLookMs = 500;
const kDeafAfterLooks = 6; // the server says the time ten times a second
const kAnswerWithinMs = 5000;

export class Connection {
  /**
   * @param {string} url of the WebSocket
   * @param {{onOpen?: Function, onClose?: Function, onAny?: Function, onTime?: Function, onInfo?: Function}} listeners
   */
  constructor(url, listeners = {}) {
    this.url = url;
    this.listeners = listeners;
    this.wanted = new Map(); // topic -> handler
    this.channels = new Map(); // topic -> channel
    this.services = new Map(); // name -> id
    this.subscriptions = new Map(); // id -> {topic, handler, decode}
    this.calls = new Map(); // id -> {resolve, timer}
    this.nextId = 1;
    this.pauseMs = kFirstPauseMs;
    this.silentLooks = 0; // since the last message
    this.socket = null;
    this.closedBecause = "";
    setInterval(() => this.dropDeafSocket(), kLookMs);
    for (const event of ["online", "visibilitychange"]) {
      globalThis.addEventListener?.(event, () => this.retrySoon(0));
    }
    this.connect();
  }

  get open() {
    return this.socket !== null && this.socket.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.retry);
    this.retry = undefined;
    if (this.socket) return;
    const socket = new WebSocket(this.url, kSubprotocols);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.silentLooks = 0;
    socket.onmessage = (event) => this.receive(event.data);
    socket.onopen = () => {
      this.closedBecause = "";
      this.listeners.onOpen?.();
    };
    socket.onclose = (event) => this.lose(socket, event.reason);
  }

  lose(socket, reason) {
    if (socket !== this.socket) return;
    this.socket = null;
    // A try that was refused says nothing: what the program said last is still why.
    if (reason) this.closedBecause = reason;
    this.channels.clear();
    this.services.clear();
    this.subscriptions.clear();
    for (const id of [...this.calls.keys()]) this.settle(id, { done: false, words: "The connection was lost before an answer came." });
    this.listeners.onClose?.(this.closedBecause);
    this.retrySoon(this.pauseMs * (0.8 + 0.4 * Math.random()));
    this.pauseMs = Math.min(2 * this.pauseMs, kLongestPauseMs);
  }

  retrySoon(pauseMs) {
    if (this.socket) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), pauseMs);
  }

  /**
   * A connection that is half open, a cable pulled out, does not say so by itself. Counted in looks, not by the clock: a page that
   * was held up itself, by a long task or a sleeping computer, heard nothing either, and what came meanwhile waits for it.
   */
  dropDeafSocket() {
    if (!this.socket || ++this.silentLooks < kDeafAfterLooks) return;
    const socket = this.socket;
    socket.close();
    this.lose(socket, "no sign of life");
  }

  receive(data) {
    this.silentLooks = 0;
    this.pauseMs = kFirstPauseMs;
    this.listeners.onAny?.();
    if (typeof data === "string") {
      this.receiveText(JSON.parse(data));
      return;
    }
    const frame = readFrame(data);
    if (frame?.kind === "message") this.deliver(frame);
    if (frame?.kind === "time") this.listeners.onTime?.(frame.timeNs);
    if (frame?.kind === "answer") this.settle(frame.call, JSON.parse(frame.text));
  }

  receiveText(message) {
    switch (message.op) {
      case "serverInfo": this.listeners.onInfo?.(message); break;
      case "advertise":
        for (const channel of message.channels) {
          this.channels.set(channel.topic, channel);
          if (this.wanted.has(channel.topic)) this.ask(channel.topic);
        }
        break;
      case "advertiseServices":
        for (const service of message.services) this.services.set(service.name, service.id);
        this.listeners.onServices?.();
        break;
      case "serviceCallFailure": this.settle(message.callId, { done: false, words: message.message }); break;
      case "status": this.listeners.onStatus?.(message); break;
    }
  }

  deliver({ subscription, payload, timeNs }) {
    const known = this.subscriptions.get(subscription);
    if (!known) return;
    known.handler(known.decode(payload), timeNs);
  }

  /** @param {(message: object, timeNs: bigint) => void} handler called with each message, also after a new connection */
  subscribe(topic, handler) {
    this.wanted.set(topic, handler);
    if (this.channels.has(topic)) this.ask(topic);
  }

  unsubscribe(topic) {
    this.wanted.delete(topic);
    for (const [id, known] of this.subscriptions) {
      if (known.topic !== topic) continue;
      this.subscriptions.delete(id);
      this.send(JSON.stringify({ op: "unsubscribe", subscriptionIds: [id] }));
    }
  }

  ask(topic) {
    if ([...this.subscriptions.values()].some((known) => known.topic === topic)) return;
    const channel = this.channels.get(topic);
    const text = new TextDecoder();
    const decode = channel.encoding === "json" ? (bytes) => JSON.parse(text.decode(bytes)) : makeDecoder(channel.schema);
    const id = this.nextId++;
    this.subscriptions.set(id, { topic, decode, handler: this.wanted.get(topic) });
    this.send(JSON.stringify({ op: "subscribe", subscriptions: [{ id, channelId: channel.id }] }));
  }

  schemaOf(topic) {
    return this.channels.get(topic)?.schema ?? "";
  }

  /** @returns {Promise<{done: boolean, words: string, result?: object, late?: boolean}>} Never rejects: what went wrong is in words. */
  call(name, request = {}) {
    const service = this.services.get(`/freefloat/${name}`);
    if (!this.open) return Promise.resolve({ done: false, words: "There is no connection to the program." });
    if (service === undefined) return Promise.resolve({ done: false, words: `The program does not offer '${name}'.` });
    const id = this.nextId++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(id, { done: false, late: true, words: `No answer to '${name}' within 5 s.` }), kAnswerWithinMs);
      this.calls.set(id, { resolve, timer });
      this.send(writeServiceCall(service, id, request));
    });
  }

  settle(id, answer) {
    const call = this.calls.get(id);
    if (!call) return;
    this.calls.delete(id);
    clearTimeout(call.timer);
    call.resolve(answer);
  }

  send(data) {
    if (this.open) this.socket.send(data);
  }
}
