#include "operate/day_log.h"

#include <utility>

#include "runlog/bag_metadata.h"
#include "runtime/examine_testbed.h"
#include "runtime/run_folder.h"

namespace freefloat {

DayLog::DayLog(const LiveTestbed& testbed, const RunConfig& config, RunListener tap, Time now,
               const std::filesystem::path& runs_folder, const std::string& command)
    : started_ns_(testbed.epoch_ns() + now.time_since_epoch().count()),
      folder_(make_run_folder(runs_folder.string(), config, started_ns_)) {
  RunWriterOptions options;
  options.path = (folder_ / "run.mcap").string();
  options.epoch_ns = testbed.epoch_ns();
  options.begin = now;
  options.identity.more = {{"command", command}};
  describe_run(config, options);
  log_ = std::make_unique<RunLog>(options, config.recording, testbed.hal().lockstep, std::move(tap));
  close_on_crash_.emplace(log_->recorder());
}

std::string DayLog::path() {
  return recorder().is_at_its_path() ? (folder_ / "run.mcap").string() : std::string();
}

bool DayLog::close(RunFeed& feed) {
  feed.await_end_of_log();
  close_on_crash_.reset();
  const bool complete = recorder().close();
  feed.forget_log();
  if (const std::string log = path(); !log.empty()) {
    if (const auto written = write_bag_metadata(log); !written)
      feed.tell(RunNote::Kind::kAlarm, written.error());
  }
  return complete;
}

void DayLog::remove() {
  log_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace freefloat
