// What people ask of a day, in the thread of whoever asks: decided and handed on at once.
#include <algorithm>
#include <cmath>

#include "operate/day.h"
#include "operate/replay_job.h"
#include "operate/what_can.h"
#include "types/angle.h"

namespace freefloat {

namespace {

using console::Answer;
using nlohmann::json;

constexpr Duration kArmingIsGood = std::chrono::seconds(10);

Answer no(std::string words) {
  return {false, std::move(words), nullptr};
}

Answer yes(std::string words, json result = nullptr) {
  return {true, std::move(words), std::move(result)};
}

CommandOrigin origin_of(const console::Caller& caller) {
  return {std::string_view(caller.name), std::string_view(caller.address)};
}

/// @return A finite number; none where the request has no such field.
std::optional<double> number_in(const json& request, const char* key) {
  const auto field = request.find(key);
  if (field == request.end() || !field->is_number()) return std::nullopt;
  const double value = field->get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// @return A text; empty where the request has no such field.
std::string text_of(const json& request, const char* key) {
  const auto field = request.find(key);
  return field != request.end() && field->is_string() ? field->get<std::string>() : std::string();
}

std::optional<Vector2> point_in(const json& request, const char* key) {
  const auto field = request.find(key);
  if (field == request.end() || !field->is_array() || field->size() != 2) return std::nullopt;
  if (!(*field)[0].is_number() || !(*field)[1].is_number()) return std::nullopt;
  const Vector2 p{(*field)[0].get<double>(), (*field)[1].get<double>()};
  return p.allFinite() ? std::optional(p) : std::nullopt;
}

/// What leads straight to the loop.
struct LoopAction {
  std::string_view what;
  WishKind kind;
};
constexpr std::array<LoopAction, 6> kLoopActions{{{"acknowledge", WishKind::kAcknowledge},
                                                  {"disarm", WishKind::kDisarm},
                                                  {"pause", WishKind::kPause},
                                                  {"resume", WishKind::kResume},
                                                  {"skip", WishKind::kSkip},
                                                  {"abort", WishKind::kAbort}}};

std::string key_of(const std::string& change) {
  return change.substr(0, change.find('='));
}

std::vector<std::string> with_change(std::vector<std::string> changes, const std::string& key,
                                     const std::optional<std::string>& value) {
  std::erase_if(changes, [&](const std::string& change) { return key_of(change) == key; });
  if (value) changes.push_back(key + "=" + *value);
  return changes;
}

bool is_key(const std::string& key) {
  const auto fits = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '[' || c == ']';
  };
  // Another testbed is another day; its files are named by who starts the program.
  return !key.empty() && key.size() <= 100 && key != "testbed" && std::all_of(key.begin(), key.end(), fits);
}

}  // namespace

struct Day::Asked {
  std::string what;
  const json& request;
  const console::Caller& caller;
  CommandOrigin origin;
};

void Day::stop(const console::Caller& caller) noexcept {
  desk_.stop(origin_of(caller));
}

std::string Day::why_not_now(std::string_view action) const {
  const std::lock_guard lock(mutex_);
  return why_not(action, day_, watch_);
}

void Day::tell_decided(const Asked& asked, const Answer& answer) {
  decided(asked.what, answer.done, answer.words, asked.caller);
}

Answer Day::ask(std::string_view what, const json& request, const console::Caller& caller) {
  const Asked asked{std::string(what), request, caller, origin_of(caller)};
  if (!request.is_object()) return no("a request is a JSON object");
  if (what == "stop") {
    stop(caller);
    return yes("stopped; acknowledge when the cause is gone");
  }
  if (what == "runs" || what == "run_track") return ask_runs(asked);
  if (what == "note" || what == "what_if" || what == "replay") {
    Answer answer = ask_runs(asked);
    tell_decided(asked, answer);
    return answer;
  }
  if (what == "jog_joint" || what == "jog_hand" || what == "jog_end") {
    Answer answer = ask_jog(asked);
    if (!answer.done) tell_decided(asked, answer);  // the loop tells what it takes
    return answer;
  }
  for (const LoopAction& action : kLoopActions) {
    if (action.what == what) return ask_loop(asked);
  }
  const Answer answer = what == "arm" || what == "arm_confirm" ? ask_arming(asked) : ask_day(asked);
  // What goes on to the loop is told by it.
  const bool by_loop = answer.done && (what == "arm_confirm" || what == "run");
  if (!by_loop) tell_decided(asked, answer);
  return answer;
}

Answer Day::ask_loop(const Asked& asked) {
  if (std::string objection = why_not_now(asked.what); !objection.empty()) {
    const Answer answer = no(std::move(objection));
    tell_decided(asked, answer);
    return answer;
  }
  Wish wish;
  for (const LoopAction& action : kLoopActions) {
    if (action.what == asked.what) wish.kind = action.kind;
  }
  wish.what.assign(asked.what);
  wish.origin = asked.origin;
  return desk_.ask(wish) ? yes("asked") : no("too many wishes wait");
}

Answer Day::ask_jog(const Asked& asked) {
  Wish wish;
  wish.what.assign(asked.what);
  wish.origin = asked.origin;
  wish.kind = WishKind::kJogEnd;
  std::shared_ptr<const RunConfig> config;
  {
    const std::lock_guard lock(mutex_);
    config = day_.config;
  }
  if (asked.what == "jog_joint") {
    const auto joint = number_in(asked.request, "joint"), rate = number_in(asked.request, "rate_deg_s");
    const int count = config->controller.robot.joint_count();
    if (!joint || !rate || *joint != std::floor(*joint) || *joint < 1 || *joint > count)
      return no("jog_joint needs joint, 1 to " + std::to_string(count) + ", and rate_deg_s");
    wish.kind = WishKind::kJogJoints;
    wish.joint_rates = JointVector::Zero(count);
    wish.joint_rates[static_cast<Eigen::Index>(*joint) - 1] = deg_to_rad(*rate);
  } else if (asked.what == "jog_hand") {
    const auto x = number_in(asked.request, "vx_mm_s"), y = number_in(asked.request, "vy_mm_s");
    if (!x || !y) return no("jog_hand needs vx_mm_s and vy_mm_s");
    wish.kind = WishKind::kJogHand;
    wish.hand_velocity = 1e-3 * Vector2(*x, *y);
    const double limit = config->controller.guidance.max_hand_speed;
    if (limit > 0.0 && wish.hand_velocity.norm() > limit)
      wish.hand_velocity *= limit / wish.hand_velocity.norm();
  }
  if (wish.kind != WishKind::kJogEnd) {
    if (std::string objection = why_not_now("jog"); !objection.empty()) return no(std::move(objection));
  }
  return desk_.ask(wish) ? yes("") : no("too many wishes wait");
}

Answer Day::ask_arming(const Asked& asked) {
  if (std::string objection = why_not_now("arm"); !objection.empty()) return no(std::move(objection));
  if (asked.what == "arm") {
    const std::lock_guard lock(mutex_);
    day_.arming = {asked.caller.name.empty() ? asked.caller.address : asked.caller.name,
                   watch_.now + kArmingIsGood};
    clerk_.wake();
    return yes("confirm within 10 s: the drives will be energised");
  }
  if (text_of(asked.request, "text") != "ARM") return no("the confirmation is the word ARM");
  {
    const std::lock_guard lock(mutex_);
    const bool good = day_.arming && watch_.now < day_.arming->until;
    day_.arming.reset();
    if (!good) return no("nobody asked to arm in the last 10 s");
  }
  Wish wish;
  wish.kind = WishKind::kArm;
  wish.what = "arm";
  wish.origin = asked.origin;
  return desk_.ask(wish) ? yes("arming") : no("too many wishes wait");
}

Answer Day::ask_day(const Asked& asked) {
  const std::string& what = asked.what;
  const bool known = std::find(kActions.begin(), kActions.end(), what) != kActions.end();
  if (!known) return no("unknown: " + what.substr(0, 40));
  if (std::string objection = why_not_now(what); !objection.empty()) return no(std::move(objection));
  if (what == "run") {
    {
      const std::lock_guard lock(mutex_);
      day_.run_asked = true;
    }
    clerk_.give([this, origin = asked.origin] { begin_run(origin); });
    return yes("the run begins");
  }
  if (what == "preview") {
    {
      const std::lock_guard lock(mutex_);
      day_.preview = {.status = "working", .run = {}, .text = {}};
    }
    clerk_.give([this] { make_preview(); });
    return yes("being predicted");
  }
  if (what == "drag") return drag(asked);
  if (what == "vision_write") return no("write it into the testbed's file by hand, section vision or camera");
  if (what == "prepare") {
    {
      const std::lock_guard lock(mutex_);
      day_.rebuilding = true;
    }
    clerk_.give([this] { prepare(); });
    return yes("robot and target are put where the experiment starts them");
  }

  std::string file;
  std::vector<std::string> changes;
  {
    const std::lock_guard lock(mutex_);
    file = day_.file;
    changes = day_.changes;
  }
  if (what == "open") {
    file = text_of(asked.request, "file");
    const std::lock_guard lock(mutex_);
    const bool listed =
        std::any_of(day_.experiments.begin(), day_.experiments.end(),
                    [&](const ListedExperiment& listed_one) { return listed_one.file == file; });
    if (!listed) return no("there is no experiment of that name in the folder");
    changes.clear();
  } else if (what == "seed") {
    const auto seed = number_in(asked.request, "seed");
    if (!seed || *seed < 0.0 || *seed > 9e15 || *seed != std::floor(*seed))
      return no("a seed is a whole number from 0");
    changes = with_change(changes, "seed", std::to_string(static_cast<std::uint64_t>(*seed)));
  } else if (what == "vision") {
    return change_vision(asked);
  } else {
    const std::string key = text_of(asked.request, "key");
    if (!is_key(key)) return no("a key is like guidance.position_gain_per_s");
    std::optional<std::string> value;
    if (what == "set") {
      const auto field = asked.request.find("value");
      if (field == asked.request.end() || field->is_null()) return no("set needs a value");
      value = field->is_string() ? field->get<std::string>() : field->dump();
      if (value->size() > 200) return no("the value is too long");
    }
    changes = with_change(changes, key, value);
  }
  {
    const std::lock_guard lock(mutex_);
    day_.rebuilding = true;
  }
  clerk_.give([this, file, changes] { reopen(file, changes); });
  return yes("the testbed is made ready with it");
}

Answer Day::change_vision(const Asked& asked) {
  std::string file;
  std::vector<std::string> changes;
  {
    const std::lock_guard lock(mutex_);
    file = day_.file;
    changes = day_.changes;
  }
  bool any = false;
  for (const auto& [field, key] :
       {std::pair("threshold", "vision.threshold"), {"exposure_us", "camera.exposure_ms"}}) {
    const auto value = number_in(asked.request, field);
    if (!value) continue;
    const bool exposure = std::string_view(field) == "exposure_us";
    changes = with_change(changes, key, json(exposure ? 1e-3 * *value : *value).dump());
    any = true;
  }
  if (!any) return no("of the vision threshold and exposure_us can be changed");
  {
    const std::lock_guard lock(mutex_);
    day_.rebuilding = true;
  }
  clerk_.give([this, file, changes] { reopen(file, changes); });
  return yes("the vision is begun anew with it");
}

Answer Day::drag(const Asked& asked) {
  Wish wish;
  wish.kind = WishKind::kArrange;
  wish.what = "drag";
  wish.origin = asked.origin;
  const std::string what = text_of(asked.request, "what");
  const std::lock_guard lock(mutex_);
  if (!watch_.truth) return no("nothing is known of the robot yet");
  if (what == "tilt") {
    const auto size = number_in(asked.request, "tilt_g"),
               direction = number_in(asked.request, "direction_deg");
    if (!size || !direction || *size < 0.0 || *size > 0.01)
      return no("a tilt has tilt_g, 0 to 0.01, and direction_deg");
    wish.arrangement.tilt =
        *size * Vector2(std::cos(deg_to_rad(*direction)), std::sin(deg_to_rad(*direction)));
  } else if (what == "robot" || what == "target") {
    const auto place = point_in(asked.request, "position_m");
    const Vector2 half = 0.5 * day_.config->controller.table.size;
    if (!place || (place->cwiseAbs() - half).maxCoeff() > 0.0)
      return no("drag needs position_m on the table");
    const auto attitude = number_in(asked.request, "attitude_deg");
    if (what == "robot") {
      RobotState robot = watch_.truth->robot;
      const RobotState& start = day_.config->sim.start;
      robot.p_WB = *place;
      if (attitude) robot.theta_WB = deg_to_rad(*attitude);
      robot.v_WB = start.v_WB;
      robot.w_WB = start.w_WB;
      robot.joint_rates = start.joint_rates;
      wish.arrangement.robot = robot;
    } else {
      BodyState target = day_.config->sim.target.start;
      target.p = *place;
      if (attitude) target.theta = deg_to_rad(*attitude);
      wish.arrangement.target = target;
    }
    wish.arrangement.held = true;
    day_.prepared = true;  // where a person wants it
    day_.preview_due = watch_.now + std::chrono::milliseconds(500);
  } else {
    return no("drag robot, target or tilt");
  }
  return desk_.ask(wish) ? yes("") : no("too many wishes wait");
}

Answer Day::ask_runs(const Asked& asked) {
  const std::string& what = asked.what;
  if (what == "runs") return yes("", {{"runs", archive_.list()}});
  const std::string name = text_of(asked.request, what == "run_track" ? "name" : "run");
  const std::filesystem::path folder = archive_.find(name);
  if (folder.empty()) return no("there is no run of that name");
  if (what == "run_track") {
    const std::string track = archive_.track(name);
    if (!track.empty()) return yes("", json::parse(track, nullptr, false));
    librarian_.give([this, name] {
      archive_.make_track(name);
      const std::lock_guard lock(mutex_);
      ++day_.runs_version;
    });
    return no("the run's log is being read: ask again in a moment");
  }
  if (what == "note") {
    const std::string text = text_of(asked.request, "text");
    if (text.empty() || text.size() > 2000) return no("a note has 1 to 2000 bytes");
    const std::string by = asked.caller.name.empty() ? asked.caller.address : asked.caller.name;
    librarian_.give([this, name, by, text] {
      if (const std::string trouble = archive_.note(name, by, text); !trouble.empty())
        feed_.tell(RunNote::Kind::kAlarm, trouble);
      const std::lock_guard lock(mutex_);
      ++day_.runs_version;
    });
    return yes("noted");
  }
  std::vector<std::string> settings;
  if (what == "what_if") {
    const auto field = asked.request.find("settings");
    if (field == asked.request.end() || !field->is_array() || field->empty() || field->size() > 50)
      return no("what_if needs settings: a list of key=value");
    for (const json& setting : *field) {
      if (!setting.is_string() || setting.get<std::string>().size() > 300)
        return no("a setting is a text key=value");
      settings.push_back(setting.get<std::string>());
    }
  }
  {
    const std::lock_guard lock(mutex_);
    if (day_.what_if.status == "working") return no("another replay is being worked out");
    day_.what_if = {.status = "working", .run = name, .text = {}};
  }
  librarian_.give([this, folder, name, settings] {
    LongWork work{.status = "failed", .run = name, .text = {}};
    try {
      work = settings.empty() ? verify_run(folder) : work_out_what_if(folder, settings);
    } catch (const std::exception& error) {
      work.text = error.what();
    }
    const std::lock_guard lock(mutex_);
    day_.what_if = std::move(work);
    ++day_.runs_version;
  });
  return yes("being worked out");
}

}  // namespace freefloat
