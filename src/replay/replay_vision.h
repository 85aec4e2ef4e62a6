#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "mcap/cdr.h"
#include "mcap/field_walk.h"
#include "mcap/mcap_reader.h"
#include "runlog/messages/picture_messages.h"
#include "runlog/png.h"
#include "runtime/run_config.h"
#include "types/cycle.h"
#include "vision/picture_windows.h"
#include "vision/vision_pipeline.h"

namespace freefloat {

/// How the vision did on recorded pixels.
struct VisionReplayResult {
  std::uint64_t pictures = 0;        ///< whose markers a cycle used
  std::uint64_t replayed = 0;        ///< of them, from their pixels
  std::uint64_t different = 0;       ///< of those
  std::uint64_t missing = 0;         ///< pixels not in the log: dropped, or not recorded
  std::uint64_t incomplete = 0;      ///< more pixels were looked at than a record holds
  std::uint64_t outside = 0;         ///< a changed vision looked at pixels that were not recorded
  std::uint64_t first_sequence = 0;  ///< the first picture whose markers differ
  std::vector<FieldDifference> first;
};

/// Measures the markers of a run again, in the pixels that its log holds. What cannot be measured again keeps
/// the logged markers and is counted.
class VisionReplay {
 public:
  /// @param config Of the replay; may differ from the log's.
  explicit VisionReplay(const RunConfig& config);

  /// Takes in the pixels; other messages are ignored.
  void add(const McapMessage& message);

  /// Replaces the markers of a cycle by those measured again.
  void measure(CycleInput& input);

  const VisionReplayResult& result() const { return result_; }

 private:
  // Pictures that no cycle used are let go after so many newer ones.
  static constexpr std::size_t kMostWaiting = 64;
  static constexpr std::size_t kMostWhole = 4;

  /// A whole picture that may be asked for.
  struct Whole {
    std::uint32_t sequence = 0;  ///< its lower half
    std::vector<std::uint8_t> png;
  };

  void add_spots(const McapMessage& message);
  void add_whole(const McapMessage& message);
  std::unique_ptr<PictureWindows> take_windows(const MarkerFrame& logged);
  std::optional<MarkerFrame> measure_whole(const MarkerFrame& logged, const PictureWindows* windows);
  void compare(const MarkerFrame& logged, const MarkerFrame& measured, CycleInput& input);

  VisionPipeline vision_;
  std::deque<std::unique_ptr<PictureWindows>> waiting_;
  std::deque<Whole> whole_;
  PictureWindowsMessage message_;
  SpotMemoryMessage spots_message_;
  SpotMemory spots_;  // before the picture whose windows come next
  std::uint64_t spots_sequence_ = 0;
  WindowPicture picture_;
  CdrWriter logged_bytes_, measured_bytes_;
  VisionReplayResult result_;
};

}  // namespace freefloat
