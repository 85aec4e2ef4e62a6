#include "console/seen_picture.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "console/foxglove_messages.h"
#include "runtime/marker_input.h"

namespace freefloat::console {
namespace {

using nlohmann::json;

/// @return The distance from where the LED was expected, mm; null: it was not expected.
json residual_mm(const MarkerFrame& frame, std::size_t marker) {
  const PredictedMarker& expected = frame.prediction.markers[marker];
  const MarkerMeasurement& measured = frame.markers[marker];
  if (!expected.known || !measured.seen) return nullptr;
  const double passed_s = to_seconds(frame.capture_time - frame.prediction.at);
  constexpr double kMillimetres = 1000.0;
  return kMillimetres * (measured.p_WM - expected.p_WM - expected.v_WM * passed_s).norm();
}

json label_of(const SeenPicture& seen, std::size_t marker, const std::vector<std::string>& names) {
  const MarkerMeasurement& measured = seen.markers.markers[marker];
  json label{
      {"name", marker < names.size() ? names[marker] : "target_" + std::to_string(marker - names.size() + 1)},
      {"seen", measured.seen}};
  if (!measured.seen) return label;
  label["u_px"] = measured.uv_px.x();
  label["v_px"] = measured.uv_px.y();
  label["residual_mm"] = residual_mm(seen.markers, marker);
  label["peak_grey_levels"] = measured.peak;
  label["saturated"] = measured.saturated;
  return label;
}

}  // namespace

void copy_picture(const ProcessedPicture& picture, SeenPicture& seen) {
  const ImageView& image = picture.picture.image;
  seen.capture_time = picture.picture.capture_time;
  seen.sequence = picture.picture.sequence;
  seen.width = image.width;
  seen.height = image.height;
  const std::size_t width = image.width;
  seen.pixels.resize(width * static_cast<std::size_t>(image.height));
  for (int v = 0; v < image.height; ++v)
    std::memcpy(seen.pixels.data() + static_cast<std::size_t>(v) * width, image.pixels + v * image.stride,
                width);
  seen.markers = picture.markers;
  seen.threshold = picture.vision.config().threshold;
  seen.spots.clear();
  for (const Blob& blob : picture.vision.blobs())
    seen.spots.push_back({blob.uv_px.x(), blob.uv_px.y(), blob.area});
  const LookedAt& looked_at = picture.vision.looked_at();
  seen.windows.assign(looked_at.boxes.begin(), looked_at.boxes.begin() + looked_at.count);
}

std::array<std::uint32_t, 64> brightness_histogram(const ImageView& image) {
  std::array<std::uint32_t, 64> counts{};
  for (int v = 0; v < image.height; v += 2) {
    const std::uint8_t* row = image.pixels + v * image.stride;
    for (int u = 0; u < image.width; ++u) ++counts[row[u] / 4U];
  }
  return counts;
}

std::string describe_picture(const SeenPicture& seen, const std::vector<std::string>& marker_names) {
  json text{{"sequence", seen.sequence},
            {"time_s", to_seconds(seen.capture_time)},
            {"width_px", seen.width},
            {"height_px", seen.height},
            {"threshold", seen.threshold},
            {"full_scan", seen.markers.full_scan},
            {"histogram", brightness_histogram(seen.image())}};
  json& blobs = text["blobs"] = json::array();
  for (const SeenPicture::Spot& spot : seen.spots) blobs.push_back({spot.u_px, spot.v_px, spot.area_px});
  json& labels = text["labels"] = json::array();
  for (int i = 0; i < seen.markers.marker_count; ++i)
    labels.push_back(label_of(seen, static_cast<std::size_t>(i), marker_names));
  json& windows = text["windows"] = json::array();
  for (const PixelBox& box : seen.windows) windows.push_back({box.u0, box.v0, box.u1, box.v1});
  return json_text(text);
}

}  // namespace freefloat::console
