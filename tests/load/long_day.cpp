#include "load/long_day.h"

#include "load/served_day.h"
#include "support/source_dir.h"

namespace freefloat::load {

namespace {

DayConfig day_config(const std::filesystem::path& runs, std::vector<std::string> settings) {
  DayConfig day;
  day.testbed = source_dir() + "/configs/testbeds/modern.yaml";
  day.experiments = source_dir() + "/configs/experiments";
  day.first_experiment = "standing_target.yaml";
  day.runs = runs;
  day.settings = std::move(settings);
  day.settings.emplace_back("simulation.imaging.render=false");
  day.pace = SimPace::kFree;
  return day;
}

console::ConsoleConfig console_config(const std::filesystem::path& runs) {
  console::ConsoleConfig config;
  config.port = 0;
  config.runs_folder = runs;
  return config;
}

}  // namespace

LongDay::LongDay(std::vector<std::string> settings)
    : runs_(make_folder()), day_(day_config(runs_, std::move(settings))) {
  server_.emplace(console_config(runs_), day_);
  server_->start();
  day_.add(server_->listener());
  day_.add({.on_cycle = [this](const CycleRecord& cycle) { state_ = cycle.output.state; }});
  day_.open(false);
}

LongDay::~LongDay() {
  server_->stop();
  std::error_code ignored;
  std::filesystem::remove_all(runs_, ignored);
}

void LongDay::go_on(double seconds) {
  for (int left = static_cast<int>(seconds * 100.0 + 0.5); left > 0; left -= 10) {
    day_.run_cycles(10);
    day_.work();
    cycles_ += 10;
  }
}

bool LongDay::go_on_until(const std::function<bool()>& condition, double most_s) {
  for (double left_s = most_s; left_s > 0.0; left_s -= 0.1) {
    if (condition()) return true;
    go_on(0.1);
  }
  return condition();
}

std::string LongDay::ask(std::string_view what, const nlohmann::json& request) {
  const console::Answer answer = day_.ask(what, request, {"Ada", "127.0.0.1"});
  if (!answer.done) return std::string(what) + ": " + answer.words;
  day_.work();
  return {};
}

std::string LongDay::begin_run() {
  for (const auto& [what, request, after_s] : {std::tuple("prepare", nlohmann::json::object(), 1.5),
                                               {"arm", nlohmann::json::object(), 0.0},
                                               {"arm_confirm", nlohmann::json{{"text", "ARM"}}, 0.5},
                                               {"run", nlohmann::json::object(), 0.1}}) {
    if (std::string trouble = ask(what, request); !trouble.empty()) return trouble;
    go_on(after_s);
  }
  return {};
}

bool LongDay::end_run(double most_s) {
  return go_on_until([this] { return state().at("mode") == "finished"; }, most_s);
}

}  // namespace freefloat::load
