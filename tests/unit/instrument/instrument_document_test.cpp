#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "instrument/instrument_frames.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using Bytes = std::array<std::uint8_t, FF_MAX_INSTRUMENT_FRAME_SIZE>;

std::string to_hex_lines(const Bytes& bytes, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    char digits[4];
    std::snprintf(digits, sizeof digits, "%02x", bytes[i]);
    text += digits;
    text += i + 1 == count || i % 16 == 15 ? "\n" : " ";
  }
  return text;
}

std::string document() {
  std::ifstream file(source_dir() + "/firmware-interface/instrument/INSTRUMENT.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(InstrumentDocument, DriveVectorIsWhatTheCodeMakes) {
  ff_drive_frame frame{};
  frame.flags = FF_DRIVE_ENERGISED | FF_DRIVE_ACCEPTED;
  frame.state = FF_STATE_RUN;
  frame.boot_id = 0x12345679;
  frame.tick = 9876;
  frame.accepted_us = 9875600;
  frame.duties[0] = 1234;
  frame.duties[1] = -20000;
  Bytes bytes;
  const std::string expected = to_hex_lines(bytes, ff_encode_drive_frame(&frame, 2, bytes.data()));
  EXPECT_NE(document().find(expected), std::string::npos) << expected;
}

TEST(InstrumentDocument, SensorVectorsAreWhatTheCodeMakes) {
  ff_sensor_frame frame{};
  frame.flags = FF_SENSOR_CONTACT;
  frame.tick = 9876;
  frame.pot_counts[0] = 1112;
  frame.pot_counts[1] = 1878;
  frame.tacho_counts[0] = 2137;
  frame.tacho_counts[1] = 2014;
  frame.current_counts[0] = 2060;
  frame.current_counts[1] = 2041;
  Bytes bytes;
  std::size_t size = ff_encode_sensor_frame(&frame, 2, bytes.data());
  const std::string packed = to_hex_lines(bytes, size);
  EXPECT_NE(document().find(packed), std::string::npos) << packed;
  frame.pot_counts[1] = 30000;
  size = ff_encode_sensor_frame(&frame, 2, bytes.data());
  const std::string wide = to_hex_lines(bytes, size);
  EXPECT_NE(document().find(wide), std::string::npos) << wide;
}

TEST(InstrumentDocument, PrintsTheSeedOfTheCheck) {
  char seed[16];
  std::snprintf(seed, sizeof seed, "0x%08x", FF_INSTRUMENT_HASH);
  EXPECT_NE(document().find(seed), std::string::npos) << seed;
}

}  // namespace
}  // namespace freefloat
