#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "campaign/arm_program.h"
#include "campaign/run_campaign.h"
#include "runlog/build_identity.h"

namespace freefloat {

namespace {

/// Standard output for answers alone; whatever else is printed, also by a law, goes to the errors.
class Answers {
 public:
  Answers() : descriptor_(dup(STDOUT_FILENO)) { dup2(STDERR_FILENO, STDOUT_FILENO); }
  ~Answers() { close(descriptor_); }
  Answers(const Answers&) = delete;
  Answers& operator=(const Answers&) = delete;

  /// @return False: nobody reads them.
  bool tell(std::string line) const {
    std::replace(line.begin(), line.end(), '\n', ' ');
    line += '\n';
    std::size_t done = 0;
    while (done < line.size()) {
      const ssize_t size = write(descriptor_, line.data() + done, line.size() - done);
      if (size <= 0) return false;
      done += size;
    }
    return true;
  }

 private:
  int descriptor_;
};

}  // namespace

std::uint64_t world_hash(const Campaign& campaign, std::uint64_t sample) {
  const RunConfig config = sample_config(campaign, sample, std::vector<std::string>{});
  std::string text;
  for (const ConfigSource& source : config.sources) text += source.text + '\n';
  const auto add = [&](double number) { text += fmt::format("{} ", number); };
  const RobotState& start = config.sim.start;
  for (const double number : {start.theta_WB, start.p_WB.x(), start.p_WB.y()}) add(number);
  for (const double joint : start.joints) add(joint);
  for (const TargetParameters& target : all_targets(config.sim)) {
    const BodyState& body = target.start;
    for (const double number : {body.p.x(), body.p.y(), body.v.x(), body.v.y(), body.theta, body.w})
      add(number);
  }
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

void serve_rows(const Campaign& campaign, std::size_t arm) {
  const Answers answers;
  sample_config(campaign, 0, arm);  // a key that this build does not know is told before anything else
  const BuildIdentity build = build_identity();
  const nlohmann::json told{{"numbers", std::vector<std::string>(kRowNumbers.begin(), kRowNumbers.end())},
                            {"version", fmt::format("{} ({})", build.version, build.git_id)},
                            {"build", build.build_hash}};
  if (!answers.tell(told.dump())) return;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::uint64_t sample = 0;
    std::string log;
    if (!(words >> sample)) throw std::runtime_error("is no sample's number: " + line);
    words.get();
    std::getline(words, log);
    Row row;
    try {
      row = run_sample(campaign, sample, arm, log);
    } catch (const std::exception& error) {
      row.outcome = Outcome::kFailure;
      row.cause = error.what();
    }
    if (!answers.tell(std::to_string(world_hash(campaign, sample)) + '\t' + row_text(row))) return;
  }
}

}  // namespace freefloat
