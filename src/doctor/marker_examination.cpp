#include "doctor/marker_examination.h"

#include <fmt/format.h>

#include <optional>

#include "hal/hal_error.h"
#include "hal/link_key.h"
#include "hal/monotonic_clock.h"

namespace freefloat {

namespace {

constexpr const char* kMarkers = "markers";
constexpr double kMuchLoss = 0.05;
constexpr double kLateShare = 5.0;     // loop periods from exposure to arrival
constexpr double kCoarseBound = 3e-3;  // s: an LED at 0.3 m/s is then off by 1 mm
constexpr double kMilli = 1e3;

std::string remedy_of_silence(const MarkerExamination& markers) {
  if (markers.health.forged > 0)
    return "give `freefloat track --publish` the --key that this testbed names as key_file";
  return "is `freefloat track --publish` running there, with this computer's address? does a firewall let "
         "datagrams in?";
}

}  // namespace

MarkerExamination examine_markers(MarkerReceiver& receiver, Clock& clock, Duration length,
                                  const std::atomic<bool>& stop) {
  MarkerExamination found;
  MarkerFrame frame;
  const Time begin = clock.now();
  std::uint64_t pictures = 0;
  while (clock.now() < begin + length && !stop) {
    if (receiver.read(frame) == ReadStatus::kFrame) ++pictures;
  }
  const double seconds = to_seconds(clock.now() - begin);
  found.health = receiver.health();
  found.rate = seconds > 0.0 ? static_cast<double>(pictures) / seconds : 0.0;
  found.trouble = receiver.describe_refusals();
  return found;
}

MarkerExamination examine_markers(const MarkerSourceConfig& source, Duration length,
                                  const std::atomic<bool>& stop) {
  MarkerExamination found;
  try {
    MonotonicClock clock;
    MarkerReceiver receiver({.address = source.listen,
                             .marker_count = std::nullopt,
                             .key = read_optional_key(source.key_file),
                             .label = [](const TableSpots&, MarkerFrame&) {}},
                            clock);
    found = examine_markers(receiver, clock, length, stop);
  } catch (const HalError& error) {
    found.problem = error.what();
  }
  found.name = source.listen;
  found.risk = warn_of_missing_key(source);
  return found;
}

std::vector<Finding> judge_markers(const MarkerExamination& markers, Duration loop_period) {
  if (!markers.problem.empty())
    return {{Grade::kProblem, kMarkers, markers.name + ": " + markers.problem, "is a run using it?"}};
  std::vector<Finding> findings;
  if (!markers.risk.empty()) findings.push_back({Grade::kWarning, kMarkers, markers.risk, ""});
  const MarkerPathHealth& health = markers.health;
  if (health.pictures == 0 && health.texts == 0) {
    const std::string why = markers.trouble.empty() ? "nothing came" : markers.trouble;
    findings.push_back({Grade::kProblem, kMarkers, markers.name + ": " + why, remedy_of_silence(markers)});
    return findings;
  }
  if (health.pictures == 0) {
    findings.push_back({Grade::kNote, kMarkers,
                        fmt::format("{}: {:.1f} pictures a second as JSON; how late they are nobody can tell",
                                    markers.name, markers.rate),
                        "frames of hal/udp/README.md carry stamps of both clocks"});
    return findings;
  }
  const double loss = health.loss();
  findings.push_back({loss > kMuchLoss ? Grade::kWarning : Grade::kGood, kMarkers,
                      fmt::format("{}: {:.1f} pictures a second, {:.2f} % of the frames lost, {} late",
                                  markers.name, markers.rate, 100.0 * loss, health.late),
                      loss > kMuchLoss ? "a cable instead of a wireless network" : ""});
  const double latency = to_seconds(health.latency_p99);
  const bool late = latency > kLateShare * to_seconds(loop_period);
  findings.push_back(
      {late ? Grade::kWarning : Grade::kGood, "latency",
       fmt::format(
           "{:.2f} ms from the exposure to the arrival here, 99 % within {:.2f} ms; way there and back "
           "{:.2f} ms, 99 % within {:.2f} ms",
           kMilli * to_seconds(health.latency), kMilli * latency, kMilli * to_seconds(health.round_trip),
           kMilli * to_seconds(health.round_trip_p99)),
       late ? "the estimator predicts over it, less certainly the longer it is" : ""});
  const double bound = to_seconds(health.offset_bound);
  findings.push_back(
      {bound > kCoarseBound ? Grade::kWarning : Grade::kGood, "clocks",
       fmt::format("this one is {:.6f} s ahead of the tracker's, within {:.3f} ms; the tracker's is "
                   "fast by {:.1f} us a second",
                   to_seconds(health.offset), kMilli * bound, 1e6 * health.drift),
       bound > kCoarseBound ? "a quicker way bounds it more closely" : ""});
  if (!markers.trouble.empty()) findings.push_back({Grade::kWarning, kMarkers, markers.trouble, ""});
  return findings;
}

}  // namespace freefloat
