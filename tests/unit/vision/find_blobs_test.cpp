#include "vision/find_blobs.h"

#include <gtest/gtest.h>

#include <memory>

#include "unit/vision/test_picture.h"

namespace freefloat {
namespace {

struct Finder {
  explicit Finder(const VisionConfig& config = {}) : finder(config), blobs(std::make_unique<BlobList>()) {}
  const BlobList& in(const ImageView& image) {
    finder.find_blobs(image, *blobs);
    return *blobs;
  }
  BlobFinder finder;
  std::unique_ptr<BlobList> blobs;
};

const Blob* nearest(const BlobList& blobs, const Vector2& uv) {
  const Blob* best = nullptr;
  for (const Blob& blob : blobs) {
    if (best == nullptr || (blob.uv_px - uv).norm() < (best->uv_px - uv).norm()) best = &blob;
  }
  return best;
}

TEST(FindBlobs, FindsNothingInADarkPicture) {
  std::mt19937_64 random(1);
  TestPicture picture(1280, 1024, 12.0);
  EXPECT_EQ(Finder{}.in(picture.expose(3.0, 0.0, random)).count, 0);
}

TEST(FindBlobs, FindsEverySpotOnceAnywhereInThePicture) {
  std::mt19937_64 random(2);
  // Widths that are no multiple of any vector or tile size, too.
  for (const int width : {640, 1280, 333}) {
    TestPicture picture(width, 401, 12.0);
    std::vector<Vector2> spots;
    for (int v = 20; v < 390; v += 41) {
      for (int u = 20; u < width - 12; u += 43) {
        spots.push_back({u + TestPicture::uniform(random), v + TestPicture::uniform(random)});
        picture.add_spot(spots.back(), 150.0, 1.5);
      }
    }
    Finder finder;
    const BlobList& blobs = finder.in(picture.expose(1.0, 0.0, random));
    if (spots.size() > kMaxBlobs) {
      EXPECT_TRUE(blobs.overflow);
      continue;
    }
    ASSERT_EQ(blobs.count, static_cast<int>(spots.size()));
    for (const Vector2& spot : spots) EXPECT_LT((nearest(blobs, spot)->uv_px - spot).norm(), 0.1);
  }
}

TEST(FindBlobs, JoinsPixelsOverCornersAndBranches) {
  // A U and a diagonal: their arms meet only in later rows.
  std::vector<std::uint8_t> pixels(64 * 64, 10);
  const auto light = [&](int u, int v) { pixels[v * 64 + u] = 200; };
  for (int v = 20; v < 30; ++v) {
    light(20, v);
    light(26, v);
  }
  for (int u = 20; u <= 26; ++u) light(u, 30);
  for (int i = 0; i < 6; ++i) light(40 + i, 40 - i);
  const ImageView image{pixels.data(), 64, 64, 64};
  Finder finder;
  const BlobList& blobs = finder.in(image);
  ASSERT_EQ(blobs.count, 2);
  EXPECT_EQ(blobs.blobs[0].area, 27);
  EXPECT_EQ(blobs.blobs[1].area, 6);
}

TEST(FindBlobs, UsesTheLocalBackground) {
  std::mt19937_64 random(3);
  // From left to right the background grows by far more than the threshold.
  TestPicture picture(1024, 256, 10.0);
  picture.add_gradient(0.15, 0.0);
  for (int u = 50; u < 1000; u += 100) picture.add_spot({u + 0.3, 128.6}, 70.0, 2.0);
  Finder finder;
  const BlobList& blobs = finder.in(picture.expose(1.5, 0.0, random));
  ASSERT_EQ(blobs.count, 10);
  for (const Blob& blob : blobs) {
    EXPECT_NEAR(blob.background, 10.0 + 0.15 * blob.uv_px.x(), 0.5);
    EXPECT_LT(std::abs(std::remainder(blob.uv_px.x() - 50.3, 100.0)), 0.15);
  }
}

TEST(FindBlobs, IgnoresSpecksAndLampReflections) {
  std::mt19937_64 random(4);
  TestPicture picture(320, 240, 12.0);
  picture.add_spot({100.0, 100.0}, 300.0, 0.3);   // one hot pixel
  picture.add_spot({200.0, 120.0}, 230.0, 14.0);  // larger than any LED
  picture.add_spot({250.4, 40.2}, 150.0, 1.5);
  Finder finder;
  const BlobList& blobs = finder.in(picture.expose(1.0, 0.0, random));
  ASSERT_EQ(blobs.count, 1);
  EXPECT_NEAR(blobs.blobs[0].uv_px.x(), 250.4, 0.1);
}

/// A fifth of the light, four widths aside and above the threshold: the Gaussian stays with the bright one.
TEST(FindBlobs, TellsOfADimSpotThatABrightOneRanTogetherWith) {
  std::mt19937_64 random(4);
  const auto skew = [&](double dim_peak) {
    TestPicture picture(200, 200, 12.0);
    picture.add_spot({100.3, 99.8}, 175.0, 2.6);
    picture.add_spot({93.0, 92.0}, dim_peak, 2.6);
    Finder finder(VisionConfig{.threshold = 12.0});
    const BlobList& blobs = finder.in(picture.expose(1.5, 0.0, random));
    EXPECT_EQ(blobs.count, 1);
    EXPECT_LT((blobs.blobs[0].uv_px - Vector2{100.3, 99.8}).norm(), 0.5);
    return blobs.blobs[0].skew_px;
  };
  EXPECT_GT(skew(35.0), 0.6);
  EXPECT_LT(skew(0.0), 0.1);
}

TEST(FindBlobs, TellsOfLightThatNoGaussianHolds) {
  std::mt19937_64 random(5);
  const auto spot_beside = [&](double peak) {
    TestPicture picture(200, 200, 12.0);
    picture.add_spot({100.0, 100.0}, 40.0, 3.0);
    picture.add_spot({108.0, 100.0}, peak, 1.2);
    Finder finder(VisionConfig{.threshold = 10.0});
    const BlobList& blobs = finder.in(picture.expose(1.5, 0.0, random));
    EXPECT_EQ(blobs.count, 1);
    return blobs.blobs[0];
  };
  EXPECT_FALSE(spot_beside(0.0).uneven);
  EXPECT_TRUE(spot_beside(180.0).uneven);
}

TEST(FindBlobs, MarksSaturation) {
  std::mt19937_64 random(5);
  TestPicture picture(128, 64, 12.0);
  picture.add_spot({30.0, 30.0}, 200.0, 2.0);
  picture.add_spot({90.0, 30.0}, 400.0, 2.0);
  Finder finder;
  const BlobList& blobs = finder.in(picture.expose(1.0, 0.0, random));
  ASSERT_EQ(blobs.count, 2);
  EXPECT_FALSE(nearest(blobs, {30.0, 30.0})->saturated);
  EXPECT_TRUE(nearest(blobs, {90.0, 30.0})->saturated);
}

TEST(FindBlobs, WindowGivesTheSameBlobAsTheWholePicture) {
  std::mt19937_64 random(6);
  TestPicture picture(640, 480, 12.0);
  picture.add_gradient(0.01, 0.0);
  const Vector2 spot{301.37, 222.81};
  picture.add_spot(spot, 150.0, 1.4);
  picture.add_spot({500.0, 100.0}, 150.0, 1.4);
  const ImageView image = picture.expose(1.5, 0.2, random);
  Finder finder;
  const Blob whole = *nearest(finder.in(image), spot);
  finder.blobs->count = 0;
  finder.finder.find_blobs(image, PixelBox{286, 206, 318, 238}, *finder.blobs);
  ASSERT_EQ(finder.blobs->count, 1);
  EXPECT_LT((finder.blobs->blobs[0].uv_px - whole.uv_px).norm(), 1e-3);
}

TEST(FindBlobs, SurvivesSpotsAtThePicturesEdgeAndWindowsOutside) {
  std::mt19937_64 random(7);
  TestPicture picture(128, 96, 12.0);
  picture.add_spot({0.4, 0.2}, 150.0, 1.5);
  picture.add_spot({127.0, 95.0}, 500.0, 2.0);
  picture.add_spot({60.0, 0.0}, 150.0, 1.5);
  const ImageView image = picture.expose(1.5, 0.2, random);
  Finder finder;
  EXPECT_EQ(finder.in(image).count, 3);
  for (const Blob& blob : *finder.blobs)
    EXPECT_TRUE(blob.uv_px.allFinite() && blob.covariance_px.allFinite());
  finder.blobs->count = 0;
  finder.finder.find_blobs(image, PixelBox{-20, -20, 12, 12}, *finder.blobs);
  EXPECT_EQ(finder.blobs->count, 1);
  finder.finder.find_blobs(image, PixelBox{400, 400, 432, 432}, *finder.blobs);
  finder.finder.find_blobs(image, PixelBox{-90, 3, -50, 40}, *finder.blobs);
  EXPECT_EQ(finder.blobs->count, 1);
}

TEST(FindBlobs, ReportsAPictureFullOfLightAsOverflow) {
  std::vector<std::uint8_t> pixels(512 * 512);
  for (int v = 0; v < 512; ++v) {
    for (int u = 0; u < 512; ++u) pixels[v * 512 + u] = (u % 8 < 3) && (v % 4 < 2) ? 200 : 10;
  }
  Finder finder;
  EXPECT_TRUE(finder.in({pixels.data(), 512, 512, 512}).overflow);
}

TEST(PixelScan, EveryVersionFindsTheSameTiles) {
  std::mt19937_64 random(8);
  std::vector<std::uint8_t> row(10 * kTile + 1);
  std::vector<std::uint8_t> levels(10);
  for (int k = 0; k < 2000; ++k) {
    for (std::uint8_t& pixel : row) pixel = static_cast<std::uint8_t>(random() % 40);
    for (std::uint8_t& level : levels) level = static_cast<std::uint8_t>(36 + random() % 5);
    const std::uint8_t* const pixels = row.data() + k % 2;  // any alignment
    const std::uint64_t lit = select_lit_tile_finder()(pixels, levels.data(), 10);
    EXPECT_EQ(lit, find_lit_tiles(pixels, levels.data(), 10));
    for (int t = 0; t < 10; ++t) {
      const std::uint8_t brightest = *std::max_element(pixels + t * kTile, pixels + (t + 1) * kTile);
      ASSERT_EQ((lit >> t & 1) != 0, brightest > levels[t]);
    }
  }
}

TEST(FindBlobs, ReadsPicturesWithPaddedRows) {
  std::vector<std::uint8_t> pixels(200 * 64, 255);  // padding at full scale must not be read
  for (int v = 0; v < 64; ++v) std::fill_n(pixels.begin() + v * 200, 150, std::uint8_t{10});
  for (int v = 30; v < 34; ++v) std::fill_n(pixels.begin() + v * 200 + 70, 4, std::uint8_t{180});
  Finder finder;
  const BlobList& blobs = finder.in({pixels.data(), 150, 64, 200});
  ASSERT_EQ(blobs.count, 1);
  EXPECT_NEAR(blobs.blobs[0].uv_px.x(), 71.5, 1e-3);
  EXPECT_NEAR(blobs.blobs[0].uv_px.y(), 31.5, 1e-3);
}

// What moves between the fields of an interlaced picture is a comb in each of them.
TEST(FindBlobs, JoinsTheRowsOfOneFieldOfAnInterlacedPicture) {
  std::vector<std::uint8_t> pixels(128 * 64, 10);
  for (int v = 20; v < 30; v += 2) std::fill_n(pixels.begin() + v * 128 + 70, 5, std::uint8_t{180});
  const ImageView image{pixels.data(), 128, 64, 128};
  const auto blobs = std::make_unique<BlobList>();
  BlobFinder interlaced(VisionConfig{}, Readout::kInterlaced);
  interlaced.find_blobs(image, *blobs);
  ASSERT_EQ(blobs->count, 1);
  EXPECT_NEAR(blobs->blobs[0].uv_px.x(), 72.0, 0.1);
  EXPECT_NEAR(blobs->blobs[0].uv_px.y(), 24.0, 0.1);
  blobs->count = 0;
  interlaced.find_blobs(image, {50, 10, 100, 40}, *blobs);
  EXPECT_EQ(blobs->count, 1);
  EXPECT_EQ(Finder{}.in(image).count, 5);
}

}  // namespace
}  // namespace freefloat
