#include "vision/merge_acquired.h"

#include <algorithm>

namespace freefloat {

namespace {

int count_robot_labels(const MarkerScene& scene, const Labels& labels) {
  return static_cast<int>(std::count_if(labels.begin(), labels.begin() + scene.robot_count,
                                        [](int blob) { return blob != kNoBlob; }));
}

// Whether one more LED of the robot agrees with those that are labelled, which agree among themselves.
bool agrees(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels, int marker, int blob,
            const JointCheck& check) {
  for (int other = 0; other < scene.robot_count; ++other) {
    if (other == marker || labels[other] == kNoBlob) continue;
    const double distance = (blobs.at(marker, blob) - blobs.at(other, labels[other])).norm();
    if (!scene.between(marker, other).holds(distance, check.length_tolerance)) return false;
  }
  // Potentiometers that contradict what is tracked say nothing.
  if (weigh_joints(scene, blobs, labels, check) == JointEvidence::kContradicts) return true;
  Labels with = labels;
  with[marker] = blob;
  return weigh_joints(scene, blobs, with, check) != JointEvidence::kContradicts;
}

}  // namespace

void merge_acquired(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& found,
                    const std::array<ExpectedMarker, kMaxMarkers>& expected, const JointCheck& check,
                    Labels& labels) {
  bool contradicts = false;
  for (int m = 0; m < scene.robot_count; ++m) {
    contradicts = contradicts || (labels[m] != kNoBlob && found[m] != kNoBlob && found[m] != labels[m]);
  }
  // With LEDs hidden another figure may hold by chance, the target in it. Where two LEDs are as predicted
  // only one in which all are there says that both are wrong.
  const bool well_tracked = count_robot_labels(scene, labels) >= 2;
  if (contradicts && well_tracked && count_robot_labels(scene, found) < scene.robot_count) return;
  const bool confirmed = count_rigid_lengths(scene, labels) > 0;
  const Labels tracked = labels;
  for (int m = 0; m < scene.robot_count; ++m) {
    // A wrong prediction must not last for ever: the search, which confirms more lengths, overrules it. But a
    // spot that the tracking saw in an LED's gate and refused as ambiguous stays refused; and where other
    // LEDs are as predicted, none is outside of its gate.
    const bool in_gate =
        found[m] != kNoBlob && (blobs.at(m, found[m]) - expected[m].p_WM).norm() <= expected[m].gate;
    const bool believed = confirmed || well_tracked;
    const bool refused = labels[m] == kNoBlob && expected[m].known && (believed || in_gate);
    // What is tracked is the robot: a figure that chance has made elsewhere has no part in it.
    const bool strange = well_tracked && found[m] != kNoBlob && found[m] != labels[m] &&
                         !agrees(scene, blobs, tracked, m, found[m], check);
    if (contradicts || (found[m] != kNoBlob && !refused && !strange)) labels[m] = found[m];
  }
}

}  // namespace freefloat
