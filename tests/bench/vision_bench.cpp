// Vision against the frame's memory and against OpenCV's own finders, in one run: ratios count, not
// microseconds.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <numeric>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <random>
#include <vector>

#include "hal/sim/rendered_camera.h"
#include "unit/vision/test_picture.h"
#include "unit/vision/test_scene.h"
#include "vision/vision_pipeline.h"

namespace freefloat {
namespace {

struct Size {
  int width, height;
};
constexpr Size kSizes[] = {{640, 480}, {1280, 1024}, {2048, 2048}};

// Eight LEDs (sigma 2, peak 200) on a noisy background.
class LitPicture {
 public:
  explicit LitPicture(Size size) : picture_(size.width, size.height, 12.0), random_(1) {
    for (int i = 0; i < 8; ++i) {
      spots_.push_back({(0.1 + 0.8 * TestPicture::uniform(random_)) * size.width,
                        (0.1 + 0.8 * TestPicture::uniform(random_)) * size.height});
      picture_.add_spot(spots_.back(), 200.0, 2.0);
    }
    image_ = picture_.expose(2.0, 0.2, random_);
  }
  const ImageView& image() const { return image_; }
  const std::vector<Vector2>& spots() const { return spots_; }
  cv::Mat matrix() const {
    return {image_.height, image_.width, CV_8UC1, const_cast<std::uint8_t*>(image_.pixels),
            static_cast<std::size_t>(image_.stride)};
  }

 private:
  TestPicture picture_;
  std::mt19937_64 random_;
  std::vector<Vector2> spots_;
  ImageView image_;
};

const LitPicture& lit_picture(int index) {
  static const LitPicture pictures[] = {LitPicture(kSizes[0]), LitPicture(kSizes[1]), LitPicture(kSizes[2])};
  return pictures[index];
}

void label_size(benchmark::State& state) {
  const Size size = kSizes[state.range(0)];
  state.SetLabel(std::to_string(size.width) + "x" + std::to_string(size.height));
  state.SetBytesProcessed(state.iterations() * size.width * size.height);
}

// Median and 99th percentile of single calls, beside the mean that the library prints.
template <typename Call>
void time_calls(benchmark::State& state, Call&& call) {
  std::vector<double> times;
  times.reserve(1 << 16);
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - begin;
    if (times.size() < times.capacity()) times.push_back(elapsed.count());
  }
  std::sort(times.begin(), times.end());
  state.counters["p50_us"] = times[times.size() / 2];
  state.counters["p99_us"] = times[times.size() * 99 / 100];
}

// The least that reading a frame costs: the C library's search for a byte that is not there.
void memory_scan(benchmark::State& state) {
  const ImageView& image = lit_picture(static_cast<int>(state.range(0))).image();
  const std::size_t bytes = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  time_calls(state, [&] { benchmark::DoNotOptimize(std::memchr(image.pixels, 255, bytes)); });
  if (std::memchr(image.pixels, 255, bytes) != nullptr) state.SkipWithError("the scan ended early");
  label_size(state);
}

void memory_sum(benchmark::State& state) {
  const ImageView& image = lit_picture(static_cast<int>(state.range(0))).image();
  const std::size_t bytes = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  time_calls(state, [&] {
    benchmark::DoNotOptimize(std::accumulate(image.pixels, image.pixels + bytes, std::uint32_t{0}));
  });
  label_size(state);
}

void find_blobs_full_frame(benchmark::State& state) {
  const LitPicture& picture = lit_picture(static_cast<int>(state.range(0)));
  BlobFinder finder(VisionConfig{});
  const auto blobs = std::make_unique<BlobList>();
  time_calls(state, [&] {
    finder.find_blobs(picture.image(), *blobs);
    benchmark::DoNotOptimize(blobs->count);
  });
  if (blobs->count != 8) state.SkipWithError("not 8 blobs");
  label_size(state);
}

// The same without LEDs: what is left is scan and background.
void find_blobs_dark_frame(benchmark::State& state) {
  const Size size = kSizes[state.range(0)];
  std::mt19937_64 random(1);
  TestPicture picture(size.width, size.height, 12.0);
  const ImageView image = picture.expose(2.0, 0.2, random);
  BlobFinder finder(VisionConfig{});
  const auto blobs = std::make_unique<BlobList>();
  time_calls(state, [&] {
    finder.find_blobs(image, *blobs);
    benchmark::DoNotOptimize(blobs->count);
  });
  label_size(state);
}

void opencv_contours(benchmark::State& state) {
  const cv::Mat picture = lit_picture(static_cast<int>(state.range(0))).matrix();
  cv::Mat binary;
  std::vector<std::vector<cv::Point>> contours;
  time_calls(state, [&] {
    cv::threshold(picture, binary, 52, 255, cv::THRESH_BINARY);
    cv::findContours(binary, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  });
  label_size(state);
}

void opencv_connected_components(benchmark::State& state) {
  const cv::Mat picture = lit_picture(static_cast<int>(state.range(0))).matrix();
  cv::Mat binary, labels, statistics, centroids;
  time_calls(state, [&] {
    cv::threshold(picture, binary, 52, 255, cv::THRESH_BINARY);
    cv::connectedComponentsWithStats(binary, labels, statistics, centroids);
  });
  label_size(state);
}

void opencv_simple_blob_detector(benchmark::State& state) {
  const cv::Mat picture = lit_picture(static_cast<int>(state.range(0))).matrix();
  cv::SimpleBlobDetector::Params parameters;
  parameters.filterByColor = true;
  parameters.blobColor = 255;
  parameters.filterByArea = true;
  parameters.minArea = 3;
  parameters.filterByCircularity = parameters.filterByConvexity = parameters.filterByInertia = false;
  const auto detector = cv::SimpleBlobDetector::create(parameters);
  std::vector<cv::KeyPoint> spots;
  time_calls(state, [&] { detector->detect(picture, spots); });
  label_size(state);
}

void find_blobs_windows(benchmark::State& state) {
  const LitPicture& picture = lit_picture(1);
  BlobFinder finder(VisionConfig{});
  const auto blobs = std::make_unique<BlobList>();
  time_calls(state, [&] {
    blobs->count = 0;
    for (const Vector2& spot : picture.spots()) {
      const int u = static_cast<int>(spot.x());
      const int v = static_cast<int>(spot.y());
      finder.find_blobs(picture.image(), PixelBox{u - 16, v - 16, u + 16, v + 16}, *blobs);
    }
    benchmark::DoNotOptimize(blobs->count);
  });
  if (blobs->count != 8) state.SkipWithError("not 8 blobs");
}

struct Chain {
  Chain()
      : camera(make_test_camera(), {}, 1),
        vision({}, make_test_camera(), make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2)),
        leds(make_test_scene({0.1, -0.2}, 0.4, {0.7, -1.2}, {-0.5, 0.4})) {
    for (int i = 0; i < leds.led_count; ++i) {
      prediction.markers[static_cast<std::size_t>(i)] = {true, leds.leds[static_cast<std::size_t>(i)].p_WM[0],
                                                         Vector2::Zero(), 5e-4};
    }
  }
  RenderedCamera camera;
  VisionPipeline vision;
  SceneSamples leds;
  MarkerPrediction prediction;
};

void process_tracking(benchmark::State& state) {
  Chain chain;
  const CameraPicture frame = chain.camera.render(chain.leds, Time{}, 0);
  std::uint64_t sequence = 0;
  int seen = 0;
  time_calls(state, [&] {
    const MarkerFrame markers = chain.vision.process(frame.image, Time{}, sequence++, chain.prediction);
    seen = static_cast<int>(
        std::count_if(markers.markers.begin(), markers.markers.end(), [](const auto& m) { return m.seen; }));
  });
  if (seen != 5) state.SkipWithError("not 5 LEDs");
}

void process_acquisition(benchmark::State& state) {
  Chain chain;
  chain.leds.glare_count = static_cast<int>(state.range(0));
  const CameraPicture frame = chain.camera.render(chain.leds, Time{}, 0);
  std::uint64_t sequence = 0;
  time_calls(state, [&] {
    benchmark::DoNotOptimize(chain.vision.process(frame.image, Time{}, sequence++, MarkerPrediction{}));
  });
  state.SetLabel(std::to_string(state.range(0)) + " glare spots");
}

void render_picture(benchmark::State& state) {
  Chain chain;
  chain.leds.sample_count = static_cast<int>(state.range(0));
  std::uint64_t sequence = 0;
  time_calls(state, [&] { benchmark::DoNotOptimize(chain.camera.render(chain.leds, Time{}, sequence++)); });
}

void render_and_process(benchmark::State& state) {
  Chain chain;
  std::uint64_t sequence = 0;
  time_calls(state, [&] {
    const CameraPicture frame = chain.camera.render(chain.leds, Time{}, sequence);
    benchmark::DoNotOptimize(chain.vision.process(frame.image, Time{}, sequence, chain.prediction));
    ++sequence;
  });
}

BENCHMARK(memory_scan)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);
BENCHMARK(memory_sum)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);
BENCHMARK(find_blobs_full_frame)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);
BENCHMARK(find_blobs_dark_frame)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);
BENCHMARK(opencv_contours)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);
BENCHMARK(opencv_simple_blob_detector)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);
BENCHMARK(opencv_connected_components)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);
BENCHMARK(find_blobs_windows)->Unit(benchmark::kMicrosecond);
BENCHMARK(process_tracking)->Unit(benchmark::kMicrosecond);
BENCHMARK(process_acquisition)->Arg(0)->Arg(10)->Arg(40)->Arg(200)->Unit(benchmark::kMicrosecond);
BENCHMARK(render_picture)->Arg(1)->Arg(3)->Unit(benchmark::kMicrosecond);
BENCHMARK(render_and_process)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace freefloat

BENCHMARK_MAIN();
