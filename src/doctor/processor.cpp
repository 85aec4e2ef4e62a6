#include "doctor/processor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "doctor/read_line.h"

namespace freefloat {

namespace fs = std::filesystem;

namespace {

constexpr double kBusyLoad = 0.5;  // of each core

void read_cpu_information(const fs::path& path, ProcessorInfo& processor) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string value = colon + 2 <= line.size() ? line.substr(colon + 2) : "";
    if (line.starts_with("processor")) ++processor.cores;
    if (line.starts_with("model name") && processor.model.empty()) processor.model = value;
    if (line.starts_with("flags") && (" " + value + " ").find(" hypervisor ") != std::string::npos)
      processor.virtual_machine = true;
  }
}

void read_governors(const fs::path& folder, ProcessorInfo& processor) {
  std::error_code ignored;
  for (const fs::directory_entry& cpu : fs::directory_iterator(folder, ignored)) {
    const std::string governor = read_line(cpu.path() / "cpufreq/scaling_governor");
    if (!governor.empty()) processor.governors.push_back(governor);
  }
  std::sort(processor.governors.begin(), processor.governors.end());
  processor.governors.erase(std::unique(processor.governors.begin(), processor.governors.end()),
                            processor.governors.end());
}

Finding judge_governors(const ProcessorInfo& processor) {
  Finding finding{Grade::kGood, "frequency", "", ""};
  if (processor.governors.empty()) {
    finding.grade = Grade::kNote;
    finding.text = "how the processor scales its frequency cannot be read here";
    return finding;
  }
  finding.text = "governor";
  for (const std::string& governor : processor.governors) finding.text += " " + governor;
  if (processor.governors == std::vector<std::string>{"performance"}) return finding;
  finding.grade = Grade::kNote;
  finding.remedy = "for the steadiest loop: `cpupower frequency-set -g performance` as root";
  return finding;
}

}  // namespace

ProcessorInfo read_processor(const fs::path& root) {
  ProcessorInfo processor;
  read_cpu_information(root / "proc/cpuinfo", processor);
  read_governors(root / "sys/devices/system/cpu", processor);
  processor.real_time_kernel = read_line(root / "sys/kernel/realtime") == "1" ||
                               read_line(root / "proc/version").find("PREEMPT_RT") != std::string::npos;
  processor.load = std::atof(read_line(root / "proc/loadavg").c_str());
  return processor;
}

std::vector<Finding> judge_processor(const ProcessorInfo& processor) {
  std::vector<Finding> findings;
  Finding cores{Grade::kGood, "processor", "", ""};
  cores.text = std::to_string(processor.cores) + (processor.cores == 1 ? " core" : " cores");
  if (!processor.model.empty()) cores.text += ", " + processor.model;
  if (processor.virtual_machine) cores.text += ", virtual machine";
  cores.text += processor.real_time_kernel ? ", kernel with PREEMPT_RT" : ", ordinary kernel";
  if (processor.cores < 2) {
    cores.grade = Grade::kWarning;
    cores.remedy = "use a PC with at least two cores: loop and vision are threads of their own";
  }
  findings.push_back(cores);
  Finding load{Grade::kGood, "load",
               fmt::format("{:.1f} threads wanted to run in the last minute", processor.load), ""};
  if (processor.cores > 0 && processor.load > kBusyLoad * processor.cores) {
    load.grade = Grade::kWarning;
    load.remedy = "close other programs, then measure again";
  }
  findings.push_back(load);
  findings.push_back(judge_governors(processor));
  return findings;
}

Finding judge_real_time(const RealTimeStatus& status) {
  const bool all = status.fifo && status.memory_locked && status.low_latency;
  Finding finding{all ? Grade::kGood : Grade::kWarning, "real time", "", status.remedy};
  finding.text = status.fifo ? "real-time scheduling granted" : "real-time scheduling refused";
  finding.text += status.memory_locked ? ", memory can be locked" : ", memory cannot be locked";
  finding.text +=
      status.low_latency ? ", sleep states can be held shallow" : ", sleep states cannot be held shallow";
  return finding;
}

}  // namespace freefloat
