#include "hal/picture_counter.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

TEST(PictureCounter, CountsPicturesThatNeverCame) {
  PictureCounter counter;
  EXPECT_EQ(counter.count(41), 0U);
  EXPECT_EQ(counter.count(42), 1U);
  EXPECT_EQ(counter.count(45), 4U);
  EXPECT_EQ(counter.missing(), 2U);
}

TEST(PictureCounter, NumbersOf16BitsGoOnBeyondTheirLast) {
  PictureCounter counter;
  counter.count(65534);
  EXPECT_EQ(counter.count(65535), 1U);
  EXPECT_EQ(counter.count(1), 2U);  // zero is none
  EXPECT_EQ(counter.missing(), 0U);
  EXPECT_EQ(counter.count(3), 4U);
  EXPECT_EQ(counter.missing(), 1U);
}

TEST(PictureCounter, RisesThroughARestart) {
  PictureCounter counter;
  counter.count(500);
  counter.restart();
  EXPECT_EQ(counter.count(0), 1U);
  EXPECT_EQ(counter.count(1), 2U);
  EXPECT_EQ(counter.missing(), 0U);
}

TEST(PictureCounter, ACameraThatCountsAnewLosesNothing) {
  PictureCounter counter;
  counter.count(200'000);
  EXPECT_EQ(counter.count(1), 1U);
  EXPECT_EQ(counter.missing(), 0U);
}

}  // namespace
}  // namespace freefloat
