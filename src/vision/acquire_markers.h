#pragma once

#include "vision/label_markers.h"

namespace freefloat {

/// Result of the global search.
struct Acquisition {
  Labels labels = no_labels();  ///< robot LEDs on which all good assignments agree
  SpotMarks used{};             ///< blobs that some good assignment gives to the robot
  int lengths = 0;              ///< known lengths that the best assignment confirms
  bool complete = true;         ///< false: the search was cut off, nothing is labelled
};

/// Finds the robot's LEDs without a prediction, from the known lengths between them.
///
/// Every assignment of blobs to LEDs in which the lengths hold is scored: squared length errors over the
/// tolerance, and a price for each LED taken as hidden. Where assignments score about equally well, only the
/// LEDs on which they agree are labelled. At least two lengths must hold, or one when the picture has no more
/// blobs than the scene has LEDs, or when the potentiometers confirm it. Among many spots lengths must hold
/// better than the configured tolerance, and nothing is labelled where chance alone might have strewn spots
/// that fit as well. Considers the brightest 48 blobs; bounded work.
/// @param joints Potentiometer angles, rad, length n; empty: unknown. Assignments that contradict them are
/// dropped, and of those about equally good the ones that contradict one that they confirm; unless all
/// contradict them, for then it is the potentiometers that are wrong: if all LEDs are seen, that is, and a
/// spot is left for the target. Where they are known, how far the LEDs are from the figure that they make
/// counts as well, and every LED that is hidden costs the same. Where the scene says that they will be told,
/// a picture with fewer spots than LEDs is not searched before.
/// @param joint_sigma Their standard deviation, rad; infinite: no angles will ever come.
/// @param seen_before Of each blob, whether an earlier search saw it, or it is tracked; null: all were. One
/// that was not, which may be glare, is an LED that hangs on a single length only where the angles put it.
Acquisition acquire_robot(const MarkerScene& scene, const MappedBlobs& blobs, const VisionConfig& config,
                          const JointVector& joints = {}, double joint_sigma = 0.0,
                          const SpotMarks* seen_before = nullptr);

/// Finds the LEDs of a target that has several, without a prediction, among the blobs that are not the
/// robot's: by their known distances; two alone cannot be told from each other. Of several targets each is
/// found by three LEDs or more, since two of another may be as far apart. One LED: `choose_target`.
/// @param taken Blobs that are, or may be, the robot's.
/// @param leds Of that target.
/// @param labels The target's entries are set.
void acquire_target(const MarkerScene& scene, const TargetLeds& leds, const MappedBlobs& blobs,
                    const SpotMarks& taken, const VisionConfig& config, Labels& labels);

}  // namespace freefloat
