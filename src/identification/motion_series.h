#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "runlog/cycle_record.h"
#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// What one cycle commanded; it holds until the next.
struct CommandSample {
  Time at{};          ///< of the cycle
  JointVector rates;  ///< rad/s, length n; zero while the drives are off
  bool enabled = false;
};

/// A status of the servo board.
struct ReadingSample {
  Time sampled{};      ///< when the sensors were read, as the link believes
  Time taken{};        ///< of the cycle that got it
  JointVector angles;  ///< potentiometers, rad
  JointVector rates;   ///< tachogenerators, rad/s
  JointVector duties;  ///< mean of the bridges up to the sample, share of full; empty: not told
};

/// An LED in a picture.
struct LedSight {
  bool seen = false;
  Vector2 p_WM = Vector2::Zero();  ///< m
  double sigma = 0.0;              ///< of each coordinate, m
};

/// A picture as the controller got it.
struct PictureSample {
  Time captured{};               ///< by its stamp
  Time taken{};                  ///< of the cycle that got it
  Time cycle_before{};           ///< the cycle before had not got it yet
  std::vector<LedSight> leds{};  ///< of the robot, in the order of its file
  bool moving = false;           ///< drives on, nothing held by the gripper
};

/// What a log tells of a robot's motion.
struct MotionSeries {
  std::vector<CommandSample> commands;
  std::vector<ReadingSample> readings;
  std::vector<PictureSample> pictures;
  std::vector<double> compute;       ///< from reading the inputs to the command sent, one a cycle, s
  std::optional<double> round_trip;  ///< of the link, its mean as it told last, s
  std::optional<Duration> period;    ///< of the loop: the middle one

  /// @return How far joint `joint` was commanded to and fro altogether, rad.
  double commanded_travel(Eigen::Index joint) const;
};

/// What has to have moved the joints for a log to be of use.
enum class MovedBy : std::uint8_t {
  kDrives,    ///< commands, whose effect is looked for
  kAnything,  ///< people's hands as well
};

/// Which part of a run is wanted.
enum class Hand : std::uint8_t {
  kEmpty,
  kHolding,  ///< the target, from its capture to its release
};

/// Puts cycle after cycle of a run into a series.
class MotionCollector {
 public:
  /// @param joint_count, led_count Of the robot as its file has it.
  /// @param hand Pictures with another hand do not count as motion.
  MotionCollector(int joint_count, int led_count, Hand hand = Hand::kEmpty)
      : joint_count_(joint_count), led_count_(led_count), hand_(hand) {}

  void add(const CycleRecord& cycle);

  /// @param round_trip Mean of the link, s.
  void set_round_trip(double round_trip) { series_.round_trip = round_trip; }

  /// @return Why the cycles tell nothing of a motion, in words: without pictures, status or commands, or of
  /// another robot.
  tl::expected<MotionSeries, std::string> finish(MovedBy moved_by = MovedBy::kDrives);

 private:
  int joint_count_;
  int led_count_;
  Hand hand_;
  MotionSeries series_;
  bool fits_ = true;
  bool holding_ = false;
  std::optional<Time> last_;
};

/// Reads a run's log.
/// @param path Of the MCAP file.
/// @param joint_count, led_count Of the robot as its file has it.
/// @return Or why it tells nothing of a motion, with the log's name: see MotionCollector.
tl::expected<MotionSeries, std::string> read_motion(const std::string& path, int joint_count, int led_count,
                                                    MovedBy moved_by = MovedBy::kDrives,
                                                    Hand hand = Hand::kEmpty);

}  // namespace freefloat
