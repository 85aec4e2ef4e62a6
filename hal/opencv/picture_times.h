#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "types/time.h"

namespace freefloat {

/// File beside the pictures of a folder that says when each was taken: a header line
/// `sequence,capture_time_ns`, then a line a picture.
inline constexpr const char* kPictureTimesName = "times.csv";
inline constexpr const char* kPictureTimesHeader = "sequence,capture_time_ns";

/// @param sequence The camera's picture number.
/// @return Name of the picture's file: eight digits, so that names sort as numbers do.
std::string picture_file_name(std::uint64_t sequence);

/// @return Capture time by picture number, rising from picture to picture.
/// @throws HalError that names file and line when it cannot be read, or times do not rise.
std::map<std::uint64_t, Time> read_picture_times(const std::string& path);

}  // namespace freefloat
