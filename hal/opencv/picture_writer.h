#pragma once

#include <fstream>
#include <string>

#include "hal/camera.h"

namespace freefloat {

/// A camera in front of another one that keeps every picture it passes on: lossless PNGs named after the
/// camera's picture numbers, and their capture times in times.csv (picture_times.h). OpenCvCamera reads such
/// a folder back with the same pixels, numbers and times.
///
/// Packing a picture takes some milliseconds inside `read`: for simulated time, or for cameras that wait.
class PictureWriter final : public Camera {
 public:
  /// @param camera Whose pictures are kept; must outlive this object.
  /// @param folder Is made where it does not exist.
  /// @throws HalError when it cannot be made or written to, or holds pictures or times already.
  PictureWriter(Camera& camera, const std::string& folder);

  /// Same answer as the other camera's. A picture that cannot be written is passed on all the same.
  ReadStatus read(CameraPicture& picture) override;

  std::uint64_t pictures_written() const { return pictures_written_; }

  /// @return The first picture that could not be written and why, after which none was; empty: all were.
  const std::string& problem() const { return problem_; }

 private:
  void write(const CameraPicture& picture);

  Camera& camera_;
  std::string folder_;
  std::ofstream times_;
  std::uint64_t pictures_written_ = 0;
  std::string problem_;
};

}  // namespace freefloat
