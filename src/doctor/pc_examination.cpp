#include "doctor/pc_examination.h"

#include <thread>

#include "hal/aravis/list_cameras.h"

namespace freefloat {

namespace {

constexpr Duration kTimerPeriod = std::chrono::milliseconds(1);

}  // namespace

PcExamination examine_pc(Duration length, const std::filesystem::path& log_dir,
                         const std::atomic<bool>& stop) {
  PcExamination pc;
  pc.processor = read_processor();
  std::thread loop([&] {
    pc.real_time = enter_real_time();
    pc.latency = measure_timer_latency(length, kTimerPeriod, stop);
  });
  loop.join();
  pc.ports = find_serial_ports();
  pc.cameras = list_cameras();
  for (const std::string& name : list_genicam_cameras()) pc.cameras.push_back({name, "GenICam", true});
  pc.log_folder = examine_log_folder(log_dir);
  return pc;
}

std::vector<Finding> judge_pc(const PcExamination& pc, Duration loop_period) {
  std::vector<Finding> findings = judge_processor(pc.processor);
  findings.push_back(judge_real_time(pc.real_time));
  findings.push_back(judge_timer_latency(pc.latency, loop_period, pc.processor.virtual_machine));
  for (const Finding& finding : judge_serial_ports(pc.ports)) findings.push_back(finding);
  for (const Finding& finding : judge_cameras(pc.cameras)) findings.push_back(finding);
  findings.push_back(judge_log_folder(pc.log_folder));
  return findings;
}

}  // namespace freefloat
