#include "hal/udp/marker_stream.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace freefloat {

namespace {

using Json = nlohmann::json;

constexpr const char* kFormatKey = "freefloat_markers";
constexpr int kFormat = 1;
constexpr double kLargestPosition = 1000.0;  // m
constexpr double kLargestSigma = 1.0;        // m
constexpr double kMillimetres = 1000.0;
constexpr std::int64_t kLongestAge = 10'000'000;  // us

std::optional<double> read_number(const Json& map, const char* key, double limit) {
  const auto found = map.find(key);
  if (found == map.end() || !found->is_number()) return std::nullopt;
  const double value = found->get<double>();
  if (!std::isfinite(value) || std::abs(value) > limit) return std::nullopt;
  return value;
}

std::optional<std::int64_t> read_whole(const Json& map, const char* key, std::int64_t limit) {
  const auto found = map.find(key);
  if (found == map.end() || !found->is_number_integer()) return std::nullopt;
  if (found->is_number_unsigned() && found->get<std::uint64_t>() > static_cast<std::uint64_t>(limit))
    return std::nullopt;
  const auto value = found->get<std::int64_t>();
  if (value < 0) return std::nullopt;
  return value;
}

/// @return False when it is no marker; null stands for one that is not seen.
bool read_marker(const Json& json, MarkerMeasurement& marker) {
  if (json.is_null()) return true;
  if (!json.is_object()) return false;
  const auto x = read_number(json, "x_m", kLargestPosition);
  const auto y = read_number(json, "y_m", kLargestPosition);
  const auto sigma = read_number(json, "sigma_mm", kLargestSigma * kMillimetres);
  if (!x || !y || !sigma || *sigma <= 0.0) return false;
  marker.seen = true;
  marker.p_WM = {*x, *y};
  marker.covariance = std::pow(*sigma / kMillimetres, 2) * Matrix2::Identity();
  return true;
}

}  // namespace

std::optional<MarkerDatagram> decode_markers(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || read_whole(json, kFormatKey, kFormat) != kFormat) return std::nullopt;
  constexpr std::int64_t kLargest = INT64_MAX / 1000;  // nanoseconds must fit as well
  const auto sequence = read_whole(json, "sequence", INT64_MAX);
  const auto capture_time = read_whole(json, "capture_time_us", kLargest);
  const auto age = read_whole(json, "age_us", kLongestAge);
  const auto markers = json.find("markers");
  if (!sequence || !capture_time || !age || markers == json.end() || !markers->is_array())
    return std::nullopt;
  if (markers->size() > kMaxMarkers) return std::nullopt;
  MarkerDatagram datagram;
  datagram.frame.sequence = static_cast<std::uint64_t>(*sequence);
  datagram.frame.capture_time = Time{std::chrono::microseconds(*capture_time)};
  datagram.age = std::chrono::microseconds(*age);
  datagram.frame.marker_count = static_cast<int>(markers->size());
  for (std::size_t i = 0; i < markers->size(); ++i) {
    if (!read_marker((*markers)[i], datagram.frame.markers[i])) return std::nullopt;
  }
  return datagram;
}

}  // namespace freefloat
