#include "spoil_input.h"

#include <array>
#include <limits>
#include <utility>

#include "support/random_robot.h"

namespace freefloat {

namespace {

class Spoiler {
 public:
  explicit Spoiler(std::uint64_t seed) : random_(seed) {}

  void spoil(CycleInput& input) {
    const int many = below(8) == 0 ? 4 : 1;
    for (int i = 0; i < many; ++i) {
      switch (below(4)) {
        case 0:
          spoil_time(input);
          break;
        case 1:
          if (input.markers) spoil_markers(*input.markers);
          break;
        case 2:
          if (input.joints) spoil_joints(*input.joints);
          break;
        default:
          spoil_wish(input.op);
          break;
      }
    }
  }

 private:
  int below(int count) { return static_cast<int>(random_.number(0.0, count)); }

  double value() {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr std::array<double, 12> kValues{kNaN, kInfinity, -kInfinity, 1e308, -1e308, 1e30,
                                             -1e9, 1e3,       -0.0,       0.0,   5e-324, -2e-310};
    return below(3) == 0 ? random_.number(-3.0, 3.0) : kValues[below(12)];
  }

  /// Backwards and forwards, by anything up to years.
  Duration leap() {
    constexpr std::array<double, 6> kSizes{1e-6, 1e-3, 0.1, 2.0, 1e3, 1e8};
    return from_seconds(random_.number(-1.0, 1.0) * kSizes[below(6)]);
  }

  JointVector vector() {
    JointVector values = JointVector::Zero(below(4) == 0 ? below(kMaxJoints + 1) : 2);
    for (Eigen::Index i = 0; i < values.size(); ++i) values[i] = value();
    return values;
  }

  void spoil_time(CycleInput& input) {
    if (below(3) == 0) input.now += leap();
    if (below(3) == 0 && input.markers) input.markers->capture_time += leap();
    if (below(3) == 0 && input.joints) input.joints->sample_time += leap();
    if (below(4) == 0) input.markers.reset();
    if (below(4) == 0) input.joints.reset();
  }

  void spoil_markers(MarkerFrame& frame) {
    MarkerMeasurement& marker = frame.markers[below(kMaxMarkers)];
    switch (below(6)) {
      case 0:
        marker.p_WM = {value(), value()};
        break;
      case 1:
        marker.covariance(below(2), below(2)) = value();
        break;
      case 2:
        marker.covariance = Matrix2::Constant(value());
        break;
      case 3:
        marker.seen = !marker.seen;
        break;
      case 4:
        frame.marker_count = below(2) == 0 ? below(kMaxMarkers + 1) : frame.marker_count;
        frame.sequence = static_cast<std::uint64_t>(below(1000));
        break;
      default:
        std::swap(marker, frame.markers[below(5)]);
        break;
    }
  }

  void spoil_joints(JointFeedback& joints) {
    switch (below(5)) {
      case 0:
        joints.angles = vector();
        break;
      case 1:
        joints.rates = vector();
        break;
      case 2:
        joints.board_state = static_cast<BoardState>(below(6));
        break;
      case 3:
        joints.gripper = static_cast<GripperState>(below(4));
        break;
      default:
        joints.accepted_age = leap();
        joints.board_faults = static_cast<std::uint16_t>(below(65536));
        break;
    }
  }

  void spoil_wish(OperatorCommand& op) {
    if (below(2) == 0) op.request = static_cast<Request>(below(8));
    if (below(3) == 0) op.task = static_cast<Task>(below(11));
    if (below(3) == 0) op.task_number += static_cast<std::uint32_t>(below(3));
    op.jog_rates = vector();
    op.turn = value();
    op.turn_tolerance = value();
    op.path = static_cast<std::uint32_t>(below(4));
    op.posture = vector();
    op.posture_rate = value();
    op.posture_tolerance = value();
    op.jog_velocity = {value(), value()};
    op.jog_in_hand_frame = below(2) == 0;
  }

  RandomRobots random_;
};

}  // namespace

void spoil_input(std::uint64_t seed, CycleInput& input) {
  Spoiler(seed).spoil(input);
}

}  // namespace freefloat
