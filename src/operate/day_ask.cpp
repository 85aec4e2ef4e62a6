// What people ask of a day, in the thread of whoever asks: decided and handed on at once.
#include <algorithm>
#include <cmath>

#include "operate/day.h"
#include "operate/request.h"
#include "operate/settings.h"
#include "operate/what_can.h"

namespace freefloat {

namespace {

using console::Answer;
using nlohmann::json;

constexpr Duration kArmingIsGood = std::chrono::seconds(10);

bool is_key(const std::string& key) {
  const auto fits = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '[' || c == ']';
  };
  // Another testbed is another day; its files are named by who starts the program.
  return !key.empty() && key.size() <= 100 && key != "testbed" && std::all_of(key.begin(), key.end(), fits);
}

}  // namespace

void Day::stop(const console::Caller& caller) noexcept {
  desk_.stop(origin_of(caller));
}

std::string Day::why_not_now(std::string_view action) const {
  const std::lock_guard lock(mutex_);
  return why_not(action, day_, watch_);
}

/// Soon, and nothing else is begun until it is done.
void Day::make_ready(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    day_.rebuilding = true;
  }
  clerk_.give(std::move(job));
}

void Day::tell_decided(const Asked& asked, const Answer& answer) {
  decided(asked.what, answer.done, answer.words, asked.caller);
}

Answer Day::ask(std::string_view what, const json& request, const console::Caller& caller) {
  const Asked asked{std::string(what), request, caller, origin_of(caller)};
  if (!request.is_object()) return refused("a request is a JSON object");
  if (what == "stop") {
    stop(caller);
    return granted("stopped; acknowledge when the cause is gone");
  }
  if (what == "bring_up") return lab_.ask();
  if (RunShelf::knows(what)) {
    Answer answer = shelf_.ask(asked);
    if (what != "runs" && what != "run_track") tell_decided(asked, answer);
    return answer;
  }
  if (what == "jog_joint" || what == "jog_hand" || what == "jog_end") {
    Answer answer = ask_jog(asked);
    if (!answer.done) tell_decided(asked, answer);  // the loop tells what it takes
    return answer;
  }
  if (what == "acknowledge") return acknowledge(asked);
  if (const auto kind = loop_wish(what)) return ask_loop(asked, *kind);
  Answer answer = what == "arm" || what == "arm_confirm" ? ask_arming(asked) : ask_day(asked);
  // What goes on to the loop is told by it.
  const bool by_loop = answer.done && (what == "arm_confirm" || what == "run" || what == "record");
  if (!by_loop) tell_decided(asked, answer);
  return answer;
}

Answer Day::ask_loop(const Asked& asked, WishKind kind) {
  if (std::string objection = why_not_now(asked.what); !objection.empty()) {
    Answer answer = refused(std::move(objection));
    tell_decided(asked, answer);
    return answer;
  }
  const Wish wish{.kind = kind, .what = std::string_view(asked.what), .origin = asked.origin};
  return desk_.ask(wish) ? granted("asked") : refused("too many wishes wait");
}

/// Of robot and board by the loop; a law that is lost is started anew as well.
Answer Day::acknowledge(const Asked& asked) {
  bool law = false;
  bool robot = false;
  {
    const std::lock_guard lock(mutex_);
    law = why_not("acknowledge", day_, watch_).empty() && !watch_.law_trouble.empty();
    robot = robot_wants_acknowledgement(watch_);
  }
  Answer answer = granted("the law is started anew");
  if (robot || !law) answer = ask_loop(asked, WishKind::kAcknowledge);
  if (!law) return answer;
  make_ready([this] { restart_law(); });
  if (!robot) tell_decided(asked, answer);
  return answer;
}

Answer Day::ask_arming(const Asked& asked) {
  if (std::string objection = why_not_now("arm"); !objection.empty()) return refused(std::move(objection));
  if (asked.what == "arm") {
    const std::lock_guard lock(mutex_);
    day_.arming = {asked.caller.name.empty() ? asked.caller.address : asked.caller.name,
                   watch_.now + kArmingIsGood};
    clerk_.wake();
    return granted("confirm within 10 s: the drives will be energised");
  }
  if (text_of(asked.request, "text") != "ARM") return refused("the confirmation is the word ARM");
  {
    const std::lock_guard lock(mutex_);
    const bool good = day_.arming && watch_.now < day_.arming->until;
    day_.arming.reset();
    if (!good) return refused("nobody asked to arm in the last 10 s");
  }
  return desk_.ask({.kind = WishKind::kArm, .what = "arm", .origin = asked.origin})
             ? granted("arming")
             : refused("too many wishes wait");
}

Answer Day::ask_day(const Asked& asked) {
  const std::string& what = asked.what;
  const bool known = std::find(kActions.begin(), kActions.end(), what) != kActions.end();
  if (!known) return refused("unknown: " + what.substr(0, 40));
  if (std::string objection = why_not_now(what); !objection.empty()) return refused(std::move(objection));
  if (what == "run") {
    {
      const std::lock_guard lock(mutex_);
      day_.run_asked = true;
    }
    clerk_.give([this, origin = asked.origin] { begin_run(origin); });
    return granted("the run begins");
  }
  if (what == "record") {
    clerk_.give([this, origin = asked.origin] { begin_recording(origin); });
    return granted("a log of what goes on begins");
  }
  if (what == "preview") {
    {
      const std::lock_guard lock(mutex_);
      day_.preview = {.status = "working", .run = {}, .text = {}};
    }
    clerk_.give([this] { make_preview(); });
    return granted("being predicted");
  }
  if (what == "drag") return drag(asked);
  if (what == "vision_write") return ask_vision_write(asked);
  if (what == "prepare") {
    make_ready([this] { prepare(); });
    return granted("robot and target are put where the experiment starts them");
  }

  Opened wanted = opened();
  if (what == "open") {
    wanted.file = text_of(asked.request, "file");
    const std::lock_guard lock(mutex_);
    const bool listed =
        std::any_of(day_.experiments.begin(), day_.experiments.end(),
                    [&](const ListedExperiment& listed_one) { return listed_one.file == wanted.file; });
    if (!listed) return refused("there is no experiment of that name in the folder");
    wanted.changes.clear();
  } else if (what == "seed") {
    const auto seed = number_in(asked.request, "seed");
    if (!seed || *seed < 0.0 || *seed > 9e15 || *seed != std::floor(*seed))
      return refused("a seed is a whole number from 0");
    wanted.changes = with_change(wanted.changes, "seed", std::to_string(static_cast<std::uint64_t>(*seed)));
  } else if (what == "vision") {
    return change_vision(asked);
  } else {
    const std::string key = text_of(asked.request, "key");
    if (!is_key(key)) return refused("a key is like guidance.position_gain_per_s");
    std::optional<std::string> value;
    if (what == "set") {
      const auto field = asked.request.find("value");
      if (field == asked.request.end() || field->is_null()) return refused("set needs a value");
      value = field->is_string() ? field->get<std::string>() : field->dump();
      if (value->size() > 200) return refused("the value is too long");
    }
    wanted.changes = with_change(wanted.changes, key, value);
  }
  make_ready([this, wanted] { reopen(wanted.file, wanted.changes); });
  return granted("the testbed is made ready with it");
}

}  // namespace freefloat
