#include "hal/odrive/odrive_line.h"

#include <gtest/gtest.h>

#include <random>

namespace freefloat {
namespace {

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// The example of the protocol's documentation.
TEST(OdriveLine, HasTheCheckOfTheManual) {
  EXPECT_EQ(odrive_line("r vbus_voltage"), "r vbus_voltage *93\n");
}

TEST(OdriveLine, IsReadBack) {
  EXPECT_EQ(open_odrive_line("r vbus_voltage *93"), "r vbus_voltage");
  EXPECT_EQ(open_odrive_line("r vbus_voltage *93\r"), "r vbus_voltage");
  EXPECT_FALSE(open_odrive_line("r vbus_voltage *92"));
  EXPECT_FALSE(open_odrive_line("r vbus_voltage"));
  EXPECT_FALSE(open_odrive_line("r vbus_voltage *"));
  EXPECT_FALSE(open_odrive_line("r vbus_voltage *93x"));
}

TEST(OdriveLine, NumbersAreWholeOrNone) {
  EXPECT_EQ(read_odrive_number("-1.5"), -1.5);
  EXPECT_EQ(read_odrive_number("1e-2"), 0.01);
  EXPECT_FALSE(read_odrive_number("0.25 -1.5"));
  EXPECT_FALSE(read_odrive_number("invalid property"));
  EXPECT_FALSE(read_odrive_number("nan"));
  EXPECT_FALSE(read_odrive_number(""));
}

TEST(OdriveLine, FeedbackLooksAsItIsPrinted) {
  EXPECT_EQ(read_odrive_feedback("0.250000 -1.500000"), (std::array<double, 2>{0.25, -1.5}));
  for (const char* other : {"0.25 -1.5", "0.250000", "0.250000 -1.500000 1.000000", "0.2500001 -1.500000",
                            ".250000 1.000000", "00.250000 1.000000", "nan nan", "0.250000  1.000000", ""})
    EXPECT_FALSE(read_odrive_feedback(other)) << other;
}

// Of one line, any bytes: what is left is no other feedback, unless whole digits before the points are gone.
TEST(OdriveLine, FeedbackThatIsCutIsNone) {
  const std::string good = odrive_line("3.113355 -0.654422");
  for (std::size_t begin = 0; begin < good.size() - 1; ++begin) {
    for (std::size_t size = 1; begin + size < good.size(); ++size) {
      std::string cut = good;
      cut.erase(begin, size);
      OdriveReader reader;
      reader.add(bytes_of(cut));
      const auto line = reader.take();
      EXPECT_FALSE(line && *line != "3.113355 -0.654422" && read_odrive_feedback(*line)) << cut;
    }
  }
}

TEST(OdriveLine, CountsAreWholeAndNotNegative) {
  EXPECT_EQ(read_odrive_count("8"), 8u);
  EXPECT_EQ(read_odrive_count("4294967295"), 4294967295u);
  for (const char* other : {"08", "-1", "1.0", "4294967296", "8 8", "", "invalid property"})
    EXPECT_FALSE(read_odrive_count(other)) << other;
}

TEST(OdriveLine, TagsAreSaidBack) {
  EXPECT_EQ(odrive_tag(4711), "f 4711");
  EXPECT_EQ(read_odrive_tag("invalid motor 4711"), 4711u);
  EXPECT_FALSE(read_odrive_tag("invalid motor"));
  EXPECT_FALSE(read_odrive_tag("invalid motor 4711x"));
  EXPECT_FALSE(read_odrive_tag("4711"));
}

TEST(OdriveReader, NoLineWithAnyOneByteChangedIsTaken) {
  const std::string good = odrive_line("0.123456 -0.654321");
  int taken = 0;
  for (std::size_t at = 0; at + 1 < good.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      if (static_cast<char>(value) == good[at]) continue;
      std::string changed = good;
      changed[at] = static_cast<char>(value);
      OdriveReader reader;
      reader.add(bytes_of(changed));
      const auto line = reader.take();
      // A blank before the number of the check is none of its characters.
      taken += line && *line != "0.123456 -0.654321";
    }
  }
  EXPECT_EQ(taken, 0);
}

TEST(OdriveReader, GoesOnBehindGarbage) {
  std::mt19937 random(5);
  OdriveReader reader;
  for (int run = 0; run < 2000; ++run) {
    std::string noise;
    for (unsigned i = 0; i < random() % 300; ++i) noise += static_cast<char>(random());
    reader.add(bytes_of(noise + "\n" + odrive_line("8")));
    std::optional<std::string> last;
    while (auto line = reader.take()) last = line;
    ASSERT_EQ(last, "8");
  }
}

TEST(OdriveNumber, WholeOnesHaveNoDecimals) {
  EXPECT_EQ(odrive_number(2.0), "2");
  EXPECT_EQ(odrive_number(-3.0), "-3");
  EXPECT_EQ(odrive_number(0.0), "0");
  EXPECT_EQ(odrive_number(0.06), "0.060000");
  EXPECT_EQ(odrive_number(-1.5), "-1.500000");
}

}  // namespace
}  // namespace freefloat
