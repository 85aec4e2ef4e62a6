// Puts the page together.
import { Answers } from "./bar/answers.js";
import { bindTheme, toggleBigScreen } from "./bar/looks.js";
import { Navigation } from "./bar/navigation.js";
import { OperatorBar } from "./bar/operator_bar.js";
import { StateBar } from "./bar/state_bar.js";
import { Commands } from "./commands/commands.js";
import { bindKeys } from "./commands/keys.js";
import { Stop } from "./commands/stop.js";
import { Connection } from "./link/connection.js";
import { Store } from "./store/store.js";
import { CameraView } from "./views/camera.js";
import { HealthView } from "./views/health.js";
import { OperateView } from "./views/operate.js";
import { RunsView } from "./views/runs.js";
import { SignalsView } from "./views/signals.js";

const kCalmMs = 100;
const kSlowMs = 200; // numbers and curves; the top view is drawn with every picture of the screen

const find = (id) => document.getElementById(id);
const store = new Store();
const answers = new Answers(find("answers"));
const tell = (what, answer) => answers.tell(what, answer);
store.noteListeners.push((note) => answers.hear(note));

const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
// A page that outlives its program would speak the words of the one before to the one after.
const kReloaded = "freefloat-reloaded";
let program = null;
function meetProgram(version) {
  if (program !== null && version !== program) {
    sessionStorage.setItem(kReloaded, version);
    location.reload();
  }
  program = version;
}
const reloaded = sessionStorage.getItem(kReloaded);
sessionStorage.removeItem(kReloaded);
if (reloaded !== null) tell("page", { done: true, words: `the program is another one now, ${reloaded}: its own page was loaded` });

const connection = new Connection(address, {
  onInfo: (info) => meetProgram(info.metadata?.version ?? ""),
  onOpen: () => { store.connected = true; },
  onClose: () => {
    store.connected = false;
    store.forgetDesk();
  },
});
store.attach(connection);

const commands = new Commands(connection, store, tell);
const stop = new Stop(connection, store, find("stop"), find("stop-note"), tell);
const context = { store, connection, commands };
const views = [new OperateView(context), new CameraView(context), new SignalsView(context), new HealthView(context), new RunsView(context)];
stop.onPress = () => views[0].endJog();
const navigation = new Navigation(find("rail"), find("views"), views, (view) => { if (store.desk) view.onDesk?.(store.desk); });
const bars = [new StateBar(store, connection), new OperatorBar(store, connection, commands)];

const big = find("big-screen");
const toggleBig = () => toggleBigScreen(big, () => navigation.go(0));
big.addEventListener("click", toggleBig);
bindTheme(find("theme"));
bindKeys(() => stop.press(), new Map([
  ["b", toggleBig],
  ...views.map((_, i) => [String(i + 1), () => navigation.go(i)]),
]));

let shown = null; // the desk that the view shows as it is
store.deskListeners.push((desk) => {
  shown = desk;
  navigation.current.onDesk?.(desk);
});

function everySlow() {
  const now = performance.now();
  for (const bar of bars) bar.onSlow(now);
  // Reasons why a button cannot be used change with the connection as well.
  if (!store.desk && shown !== null) {
    navigation.current.onDesk?.({ ...shown, can: {}, preview: null, arming: null });
    shown = null;
  }
  if (!document.hidden) navigation.current.onSlow?.(now);
}
setInterval(everySlow, kSlowMs);
everySlow();

// Who asks for little motion, or whose machine is weak, sees ten pictures a second.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let drawn = 0;

function everyFrame(now) {
  if (!calm.matches || now - drawn >= kCalmMs) {
    drawn = now;
    navigation.current.onFrame?.(now);
  }
  requestAnimationFrame(everyFrame);
}
requestAnimationFrame(everyFrame);
