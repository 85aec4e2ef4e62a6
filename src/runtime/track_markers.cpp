#include "runtime/track_markers.h"

#include "vision/marker_motion.h"

namespace freefloat {

namespace {

// A camera waits 100 ms for a picture: five seconds.
constexpr int kMostEmptyReads = 50;

void count_markers(const MarkerFrame& frame, TrackSummary& summary) {
  ++summary.pictures;
  for (std::size_t m = 0; m < static_cast<std::size_t>(frame.marker_count); ++m) {
    if (frame.markers[m].seen) ++summary.seen[m];
  }
}

}  // namespace

TrackSummary track_markers(Camera& camera, VisionPipeline& vision, const TrackedPictureListener& on_picture,
                           const std::atomic<bool>& stop, const Knowledge& knowledge) {
  using WallClock = std::chrono::steady_clock;
  TrackSummary summary;
  MarkerMotion motion;
  CameraPicture picture;
  const WallClock::time_point begin = WallClock::now();
  int empty_reads = 0;
  bool wanted = true;
  while (wanted && !stop && empty_reads < kMostEmptyReads) {
    const ReadStatus status = camera.read(picture);
    if (status == ReadStatus::kNone) {
      ++empty_reads;
      continue;
    }
    if (status != ReadStatus::kFrame) {
      summary.end = status;
      break;
    }
    empty_reads = 0;
    MarkerPrediction prediction = predict_markers(motion, picture.capture_time);
    if (knowledge) knowledge(prediction);
    const WallClock::time_point before = WallClock::now();
    const MarkerFrame frame =
        vision.process(picture.image, picture.capture_time, picture.sequence, prediction);
    summary.vision_time += WallClock::now() - before;
    note_markers(motion, frame);
    count_markers(frame, summary);
    wanted = on_picture(picture, frame);
  }
  summary.total_time = WallClock::now() - begin;
  return summary;
}

}  // namespace freefloat
