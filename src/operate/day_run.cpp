#include "operate/day_run.h"

#include <stdexcept>
#include <utility>

#include "report/report_html.h"
#include "report/summary_file.h"
#include "runlog/build_identity.h"
#include "runlog/wall_time.h"
#include "runtime/examine_testbed.h"
#include "runtime/run_folder.h"

namespace freefloat {

DayRun::DayRun(const LiveTestbed& testbed, RunFeed& feed, Time now, const std::filesystem::path& runs_folder,
               std::string command)
    : config_(testbed.config()),
      started_ns_(testbed.epoch_ns() + now.time_since_epoch().count()),
      command_(std::move(command)),
      folder_(make_run_folder(runs_folder.string(), config_, started_ns_)),
      collector_(config_, testbed.controller().workspace()),
      loop_run_{.phases = PhaseRunner(config_.experiment, config_.controller.safety.joint_tolerance)} {
  RunWriterOptions options;
  options.path = (folder_ / "run.mcap").string();
  options.epoch_ns = testbed.epoch_ns();
  options.begin = now;
  options.identity.more = {{"command", command_}};
  describe_run(config_, options);
  RunListener tap = feed.tap();
  tap.on_cycle = [this, on = std::move(tap.on_cycle)](const CycleRecord& cycle) {
    if (!std::exchange(any_cycle_, true)) first_overruns_ = cycle.timing.overrun_count;
    last_overruns_ = cycle.timing.overrun_count;
    collector_.add(cycle);
    on(cycle);
  };
  tap.on_phase = [this, on = std::move(tap.on_phase)](const PhaseEvent& event) {
    collector_.add(event);
    on(event);
  };
  tap.on_link = [this, on = std::move(tap.on_link)](const LinkRecord& record) {
    link_ = record.health;
    on(record);
  };
  log_ = std::make_unique<RunLog>(options, config_.recording, testbed.hal().lockstep, std::move(tap));
  close_on_crash_.emplace(log_->recorder());
  loop_run_.log = log_.get();
  loop_run_.phases.object_to_arming([this, &testbed] {
    std::string objection = testbed.lengths().objection();
    return objection.empty() ? arming_objection(log_->recorder().status()) : objection;
  });
}

RunRecord DayRun::finish(RunFeed& feed) {
  feed.await_end_of_log();
  close_on_crash_.reset();
  const bool complete = log_->recorder().close();
  feed.forget_log();
  const PhaseRunner& phases = loop_run_.phases;
  RunRecord record = collector_.finish(phases.results(), link_.value_or(LinkHealth{}));
  if (!any_cycle_) {
    // Refused by the loop: nothing of it is left.
    log_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
    return record;
  }
  record.overruns = last_overruns_ - first_overruns_;
  for (const PhaseResult& phase : record.phases)
    record.interrupted = record.interrupted || phase.verdict == Verdict::kInterrupted;
  record.build_id = build_identity().git_id;
  record.log_complete = complete;
  record.log_gaps = log_->recorder().gaps();
  record.command = command_;
  record.started = iso_time(started_ns_);
  if (log_->recorder().is_at_its_path()) record.log_path = (folder_ / "run.mcap").string();
  for (const auto& written :
       {write_report(record, folder_ / "report.html"), write_top_view(record, folder_ / "top_view.svg"),
        write_summary(record, folder_ / "summary.json")}) {
    if (!written) feed.tell(RunNote::Kind::kAlarm, written.error());
  }
  return record;
}

}  // namespace freefloat
