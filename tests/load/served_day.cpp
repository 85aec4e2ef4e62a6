#include "load/served_day.h"

#include <pthread.h>
#include <unistd.h>

#include <stdexcept>
#include <utility>

#include "config/load/load_experiment.h"
#include "hal/udp/udp_socket.h"
#include "operate/state_json.h"
#include "support/made_up_pictures.h"
#include "support/source_dir.h"

namespace freefloat::load {

namespace {

using std::chrono::milliseconds;

const std::string kExperiment = "standing_target.yaml";

RunConfig simulated_robot() {
  return load_experiment(source_dir() + "/configs/experiments/" + kExperiment,
                         {"simulation.imaging.render=false", "simulation.residuals.tilt_g=0"});
}

/// @return An address of this computer where nobody listens.
std::string free_address() {
  return to_string(UdpSocket::listen(resolve_udp_address("0")).local_address());
}

DayConfig day_on(const std::string& board, const std::string& markers_at, const std::filesystem::path& runs) {
  DayConfig day;
  day.testbed = source_dir() + "/configs/testbeds/modern.yaml";
  day.experiments = source_dir() + "/configs/experiments";
  day.first_experiment = kExperiment;
  day.runs = runs;
  day.settings = {"hardware={link: {type: udp, address: '" + board +
                  "', insecure: true}, camera: {source: markers, listen: '" + markers_at +
                  "', insecure: true}}"};
  return day;
}

console::ConsoleConfig console_at_any_port(const std::filesystem::path& runs) {
  console::ConsoleConfig config;
  config.port = 0;
  config.runs_folder = runs;
  return config;
}

bool rests(SupervisorState state) {
  return state == SupervisorState::kDisarmed || state == SupervisorState::kReady;
}

}  // namespace

std::filesystem::path make_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "freefloat-load-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder can be made: " + name);
  return name;
}

ServedDay::ServedDay()
    : robot_config_(simulated_robot()),
      markers_at_(free_address()),
      robot_(robot_config_, markers_at_),
      runs_(make_folder()),
      day_(day_on(robot_.address(), markers_at_, runs_)) {
  server_.emplace(console_at_any_port(runs_), day_);
  server_->start();
  day_.add(server_->listener());
  day_.add({.on_cycle = [this](const CycleRecord& cycle) {
    state_ = cycle.output.state;
    const std::lock_guard lock(mutex_);
    punctuality_.wake_late_us.push_back(1e6 * to_seconds(cycle.timing.wake_late));
    punctuality_.overruns +=
        cycle.timing.overrun_count - std::exchange(overruns_, cycle.timing.overrun_count);
  }});
  day_.on_testbed([this](const LiveTestbed& testbed) {
    const RunConfig& config = testbed.config();
    const HandWorkspace workspace = testbed.controller().workspace();
    server_->set_run({.epoch_ns = testbed.epoch_ns(),
                      .joint_names = {},
                      .robot = config.controller.robot,
                      .targets = {},
                      .table = config.controller.table,
                      .workspace = {workspace.inner, workspace.outer}});
  });
  day_.open(true);
  camera_ = std::thread([this] { show_pictures(); });
  pthread_setname_np(camera_.native_handle(), "camera");
}

ServedDay::~ServedDay() {
  closing_ = true;
  camera_.join();
  day_.close();
  server_->stop();
  std::error_code ignored;
  std::filesystem::remove_all(runs_, ignored);
}

void ServedDay::show_pictures() {
  testing_support::MadeUpPictures pictures(1280, 1024);
  const RunListener listener = server_->listener();
  auto next = std::chrono::steady_clock::now();
  for (int number = 0; !closing_; ++number) {
    pictures.show(number, listener.on_picture);
    next += milliseconds(100);
    std::this_thread::sleep_until(next);
  }
}

std::string ServedDay::ask(const std::string& what, const nlohmann::json& request) {
  const console::Answer answer = day_.ask(what, request, {"Ada", "127.0.0.1"});
  return answer.done ? std::string() : what + ": " + answer.words;
}

bool ServedDay::await(const std::function<bool()>& condition, milliseconds most) const {
  const auto end = std::chrono::steady_clock::now() + most;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

std::string ServedDay::jog_for(milliseconds time, double rate_deg_s) {
  if (rests(state_)) {
    if (!await([this] { return state_ == SupervisorState::kReady; })) return ask("arm");
    if (std::string objection = ask("arm"); !objection.empty()) return objection;
    if (std::string objection = ask("arm_confirm", {{"text", "ARM"}}); !objection.empty()) return objection;
    if (!await([this] { return state_ == SupervisorState::kArmed; })) return "arm: the robot is not armed";
  }
  const auto end = std::chrono::steady_clock::now() + time;
  do {
    if (std::string objection = ask("jog_joint", {{"joint", 1}, {"rate_deg_s", rate_deg_s}});
        !objection.empty())
      return objection;
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(
        milliseconds(50), std::max<std::chrono::nanoseconds>(end - std::chrono::steady_clock::now(), {})));
  } while (std::chrono::steady_clock::now() < end);
  return state_ == SupervisorState::kActive ? "" : "jog: the robot does not move";
}

std::string ServedDay::acknowledge() {
  std::string objection;
  const bool asked = await([&] { return (objection = ask("acknowledge")).empty(); });
  if (!asked) return objection;
  return await([this] { return rests(state_); }) ? "" : "acknowledge: the robot is still stopped";
}

std::string ServedDay::come_to_rest() {
  std::string answer;
  // On a busy machine a fault may come while the robot is being disarmed, and be acknowledged only then.
  for (int attempt = 0; attempt < 10; ++attempt) {
    const bool ended = state_ == SupervisorState::kStopped || state_ == SupervisorState::kFault;
    if (!rests(state_)) answer = ask(ended ? "acknowledge" : "disarm");
    if (await([this] { return rests(state_); }, std::chrono::seconds(1))) return "";
  }
  return "the robot does not come to rest from '" + std::string(name_of(state_)) + "'; " +
         (answer.empty() ? "it was asked, without an objection" : answer);
}

Punctuality ServedDay::take_punctuality() {
  const std::lock_guard lock(mutex_);
  return std::exchange(punctuality_, {});
}

}  // namespace freefloat::load
