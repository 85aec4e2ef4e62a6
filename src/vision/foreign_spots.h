#pragma once

#include <array>

#include "vision/check_joints.h"
#include "vision/label_markers.h"

namespace freefloat {

/// Marks spots that cannot be the target's LED: those much wider or narrower than the robot's LEDs in the
/// same picture, as glows are, those with less than a tenth of their light, and mirror images in the glass,
/// of the robot's LEDs and of other spots. An LED at a height above the glass is seen again as far below it,
/// and fainter.
/// @param labels The robot's LEDs that were found.
/// @param lasting Spots that were there in searches before: glare has no mirror image.
/// @param foreign Is set, not cleared.
void mark_foreign_spots(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                        const MappedBlobs& mapped, const Labels& labels, const SpotMarks& lasting,
                        SpotMarks& foreign);

/// @param p_WM Where an LED is, m. @param height Of it above the table, m.
/// @return Whether its mirror image in the glass is in its own spot, or about, as near the point under the
/// camera.
bool may_hold_its_image(const CameraModel& camera, const Vector2& p_WM, double height);

/// Whether a spot may be the mirror image of an LED of the robot where it is expected: of a dim one the image
/// may be what is found, and one that is seen may have been taken for a spot beside it.
bool may_be_image_of_expected(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                              int blob, const Labels& labels,
                              const std::array<ExpectedMarker, kMaxMarkers>& expected);

/// Whether a spot is where an LED of the robot that is expected has its mirror image, whatever its light is:
/// the image may have run together with what stands there, and carry the centroid along.
bool is_at_image_of_expected(const CameraModel& camera, const MarkerScene& scene, const Blob& blob,
                             const std::array<ExpectedMarker, kMaxMarkers>& expected);

/// Whether a spot may be the mirror image of a target in another, brighter spot, or so near to one that it
/// was one with it: then the image is the only one of the two that moves.
bool may_be_image_of_hidden(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                            const MappedBlobs& mapped, int blob, const Labels& labels);

/// Whether a spot may be the mirror image of an LED of the robot that is not labelled, whether or not it is
/// expected: the LED would be at its lengths and angles to the labelled ones. It may be hidden, or beyond the
/// picture's edge.
/// @param mapped Of the same blobs; as it was afterwards.
bool may_be_image_of_unlabelled(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                                int blob, const Labels& labels, const JointCheck& check, MappedBlobs& mapped);

/// Takes back what the search took for an LED that nobody expects anywhere, but may be the mirror image of
/// another one that is labelled: an image may pass where that LED could be.
void drop_mirror_images(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                        const MappedBlobs& mapped, const std::array<ExpectedMarker, kMaxMarkers>& expected,
                        Labels& labels, Reasons& reasons);

/// Takes back labels of LEDs that were not seen for a while, so that their gates are wide, where the spot is
/// rather the mirror image of the LED in its expected place than the LED: what hides the one may leave the
/// other.
void drop_own_images(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                     const std::array<ExpectedMarker, kMaxMarkers>& expected, Labels& labels,
                     Reasons& reasons);

}  // namespace freefloat
