#include "operate/day_run.h"

#include <utility>

#include "report/report_html.h"
#include "report/summary_file.h"
#include "runlog/build_identity.h"
#include "runlog/wall_time.h"
#include "runtime/examine_testbed.h"

namespace freefloat {

DayRun::DayRun(const LiveTestbed& testbed, RunFeed& feed, Time now, const std::filesystem::path& runs_folder,
               std::string command)
    : config_(testbed.config()),
      command_(std::move(command)),
      collector_(config_, testbed.controller().workspace()),
      log_(testbed, config_, listener(feed.tap()), now, runs_folder, command_),
      loop_run_{.phases = PhaseRunner(config_.experiment, fault_words(config_.controller, testbed.law())),
                .log = &log_.log()} {
  loop_run_.phases.object_to_arming([this, &testbed] {
    std::string objection = testbed.lengths().objection();
    return objection.empty() ? arming_objection(log_.recorder().status()) : objection;
  });
}

RunListener DayRun::listener(RunListener tap) {
  RunListener own;
  own.on_cycle = [this](const CycleRecord& cycle) {
    if (!std::exchange(any_cycle_, true)) first_overruns_ = cycle.timing.overrun_count;
    last_overruns_ = cycle.timing.overrun_count;
  };
  own.on_link = [this](const LinkRecord& record) { link_ = record.health; };
  return tell_all({own, collector_.listener(), std::move(tap)});
}

RunRecord DayRun::finish(RunFeed& feed) {
  const bool complete = log_.close(feed);
  const PhaseRunner& phases = loop_run_.phases;
  RunRecord record = collector_.finish(phases.results(), link_.value_or(LinkHealth{}));
  if (!any_cycle_) {
    log_.remove();  // refused by the loop
    return record;
  }
  record.overruns = last_overruns_ - first_overruns_;
  for (const PhaseResult& phase : record.phases)
    record.interrupted = record.interrupted || phase.verdict == Verdict::kInterrupted;
  record.build_id = build_identity().git_id;
  record.log_complete = complete;
  record.log_gaps = log_.recorder().gaps();
  record.command = command_;
  record.started = iso_time(log_.started_ns());
  record.log_path = log_.path();
  for (const auto& written : {write_report(record, log_.folder() / "report.html"),
                              write_top_view(record, log_.folder() / "top_view.svg"),
                              write_summary(record, log_.folder() / "summary.json")}) {
    if (!written) feed.tell(RunNote::Kind::kAlarm, written.error());
  }
  return record;
}

}  // namespace freefloat
