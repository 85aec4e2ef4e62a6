#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "runlog/run_reader.h"

namespace freefloat {

/// Shares of a list of durations.
struct DurationShares {
  Duration half{};        ///< 50th percentile
  Duration most{};        ///< 99th percentile
  Duration nearly_all{};  ///< 99.9th percentile
  Duration largest{};
};

/// A place in the run where cycles are missing or late.
struct RunGap {
  Time begin{};       ///< last cycle before
  Duration length{};  ///< to the next one
};

/// What a log is of, and in what state it is.
struct RunInfo {
  std::string path;
  std::uint64_t file_bytes = 0;
  RunLogResult result;                          ///< complete or not, and what is wrong
  McapTextMap identity;                         ///< run id, build, seed, experiment, ...
  McapTextMap recorder;                         ///< written when the log was closed; empty: it never was
  McapTextMap recovery;                         ///< of a recovered log
  std::vector<std::string> attachments;         ///< configuration files by their paths
  std::map<std::string, std::uint64_t> topics;  ///< messages each
  Time first{}, last{};                         ///< cycles
  Duration period{};                            ///< the most usual distance of cycles
  std::uint64_t frames = 0;                     ///< cycles with a picture's markers
  std::uint64_t target_frames = 0;              ///< cycles with a frame of the targets' own tracker
  std::uint64_t feedbacks = 0;                  ///< cycles with a status of the board
  bool has_truth = false;                       ///< a simulated run
  std::vector<RunGap> gaps;                     ///< longer than 1.5 periods; the first 1000
  std::uint64_t gap_count = 0;
  DurationShares wake_late, compute;
  std::uint64_t overruns = 0;
  std::uint64_t ring_drops = 0;
  std::uint32_t faults = 0;        ///< all bits that were seen
  std::vector<PhaseEvent> phases;  ///< begins and ends
};

/// Reads a log once; memory grows by 40 bytes a cycle.
/// @return What it holds, or why it cannot be read.
tl::expected<RunInfo, std::string> inspect_run(const std::string& path);

}  // namespace freefloat
