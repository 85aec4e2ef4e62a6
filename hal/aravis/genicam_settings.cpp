#include "hal/aravis/genicam_settings.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "hal/aravis/gobject.h"
#include "hal/aravis/grey_pixels.h"
#include "hal/hal_error.h"

namespace freefloat {

namespace {

constexpr double kExposureTolerance = 0.05;
constexpr double kRateTolerance = 0.01;
constexpr double kGainTolerance = 0.5;  // cameras that count in steps

std::string rounded(double value) {
  return fmt::format("{:.6g}", value);
}

std::string region_text(int x, int y, int width, int height) {
  return fmt::format("{}x{} at [{}, {}]", width, height, x, y);
}

/// Joins and frees what Aravis lists.
std::string take_list(const char** words, guint count) {
  std::string text;
  for (guint i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + std::string(words[i]);
  g_free(words);
  return text;
}

/// Sets and reads back, one setting a function.
class SettingsWriter {
 public:
  SettingsWriter(ArvCamera* camera, const DeviceCameraConfig& demand)
      : camera_(camera), demand_(demand), settings_(demand.settings) {}

  GenicamState apply() {
    set_format();
    set_region();
    set_trigger();
    set_exposure();
    set_rate();
    set_gain();
    set_packets();
    return std::move(state_);
  }

 private:
  [[noreturn]] void refuse(const std::string& key, const std::string& value, const std::string& why,
                           const std::string& remedy) const {
    throw HalError("the camera does not take " + key + ": " + value + "; " + why + "; " + remedy);
  }

  /// @return Why a number was not taken; empty: it was. Aravis itself does not look at the bounds.
  static std::string explain(const GErrorText& error, double wanted, double least, double most) {
    if (error) return error.text();
    return wanted < least || wanted > most ? "that is out of its bounds" : std::string();
  }

  void note(const std::string& name, const std::string& wanted, const std::string& got) {
    state_.settings.push_back({name, wanted, got});
  }

  void set_format() {
    const std::string wanted = settings_.pixel_format.empty() ? "Mono8" : settings_.pixel_format;
    GErrorText error;
    arv_camera_set_pixel_format_from_string(camera_, wanted.c_str(), error.place());
    const bool refused = static_cast<bool>(error);
    const PixelFormatCode got = arv_camera_get_pixel_format(camera_, error.place());
    if (refused || error || !is_grey(got)) {
      guint count = 0;
      const char** formats =
          arv_camera_dup_available_pixel_formats_as_strings(camera_, &count, error.place());
      refuse("pixel_format", wanted, refused ? "it has not got it" : "grey is needed, this is colour",
             "it has " + take_list(formats, count) + ": choose one that begins with Mono");
    }
    note("pixel_format", wanted, name_format(got));
  }

  void set_region() {
    GErrorText error;
    gint sensor_width = 0;
    gint sensor_height = 0;
    arv_camera_get_sensor_size(camera_, &sensor_width, &sensor_height, error.place());
    const std::string wanted =
        region_text(settings_.region_x, settings_.region_y, demand_.width, demand_.height);
    if (!error && (settings_.region_x + demand_.width > sensor_width ||
                   settings_.region_y + demand_.height > sensor_height)) {
      refuse("width_px, height_px and region_px", wanted,
             fmt::format("its sensor has {}x{}", sensor_width, sensor_height),
             "write the picture's size as calibrated into the camera's file");
    }
    arv_camera_set_region(camera_, settings_.region_x, settings_.region_y, demand_.width, demand_.height,
                          error.place());
    const std::string problem = error.text();
    gint x = 0;
    gint y = 0;
    gint width = 0;
    gint height = 0;
    arv_camera_get_region(camera_, &x, &y, &width, &height, error.place());
    const std::string got = region_text(x, y, width, height);
    if (!problem.empty() || got != wanted) {
      GErrorText ignored;
      refuse("width_px, height_px and region_px", wanted, problem.empty() ? "it took " + got : problem,
             fmt::format("its width goes in steps of {}, its height of {}",
                         arv_camera_get_width_increment(camera_, ignored.place()),
                         arv_camera_get_height_increment(camera_, ignored.place())));
    }
    note("region_px", wanted, got);
  }

  void set_trigger() {
    GErrorText error;
    if (settings_.trigger.empty()) {
      arv_camera_clear_triggers(camera_, error.place());
      return;  // a camera that knows no trigger needs none cleared
    }
    arv_camera_set_trigger(camera_, settings_.trigger.c_str(), error.place());
    const std::string problem = error.text();
    const char* got = arv_camera_get_trigger_source(camera_, error.place());
    if (!problem.empty() || got == nullptr || settings_.trigger != got) {
      guint count = 0;
      const char** sources = arv_camera_dup_available_trigger_sources(camera_, &count, error.place());
      refuse("trigger", settings_.trigger, problem.empty() ? "it took another" : problem,
             "it has " + take_list(sources, count));
    }
    note("trigger", settings_.trigger, got);
  }

  void set_exposure() {
    state_.exposure = demand_.exposure;
    if (demand_.exposure <= Duration::zero()) return;
    GErrorText error;
    const double wanted = 1e6 * to_seconds(demand_.exposure);
    const std::string wanted_text = rounded(wanted / 1e3);
    if (arv_camera_is_exposure_auto_available(camera_, error.place()))
      arv_camera_set_exposure_time_auto(camera_, ARV_AUTO_OFF, error.place());
    double least = 0.0;
    double most = 0.0;
    arv_camera_get_exposure_time_bounds(camera_, &least, &most, error.place());
    arv_camera_set_exposure_time(camera_, wanted, error.place());
    const std::string problem = explain(error, wanted, least, most);
    const double got = arv_camera_get_exposure_time(camera_, error.place());
    if (error || !problem.empty() || std::abs(got - wanted) > kExposureTolerance * wanted) {
      refuse("exposure_ms", wanted_text, problem.empty() ? "it took " + rounded(got / 1e3) : problem,
             fmt::format("it allows {:.6g} to {:.6g} ms: change it in the camera's file", least / 1e3,
                         most / 1e3));
    }
    state_.exposure = from_seconds(1e-6 * got);
    note("exposure_ms", wanted_text, rounded(got / 1e3));
  }

  void set_rate() {
    if (!(demand_.rate > 0.0) || !settings_.trigger.empty()) return;
    GErrorText error;
    arv_camera_set_frame_rate(camera_, demand_.rate, error.place());
    const std::string problem = error.text();
    const double got = arv_camera_get_frame_rate(camera_, error.place());
    if (error || !problem.empty() || std::abs(got - demand_.rate) > kRateTolerance * demand_.rate) {
      GErrorText ignored;
      double least = 0.0;
      double most = 0.0;
      arv_camera_get_frame_rate_bounds(camera_, &least, &most, ignored.place());
      refuse(
          "rate_hz", rounded(demand_.rate), problem.empty() ? "it took " + rounded(got) : problem,
          fmt::format("it allows {:.6g} to {:.6g} with this exposure, region and pixel format: change it in "
                      "the camera's file",
                      least, most));
    }
    note("rate_hz", rounded(demand_.rate), rounded(got));
  }

  void set_gain() {
    GErrorText error;
    const bool automatic = arv_camera_is_gain_auto_available(camera_, error.place()) != FALSE;
    if (!settings_.gain) {
      const bool moves = automatic && arv_camera_get_gain_auto(camera_, error.place()) != ARV_AUTO_OFF;
      const double got = arv_camera_get_gain(camera_, error.place());
      if (!error) note("gain_db", "", rounded(got) + (moves ? ", automatic" : ""));
      return;
    }
    if (automatic) arv_camera_set_gain_auto(camera_, ARV_AUTO_OFF, error.place());
    double least = 0.0;
    double most = 0.0;
    arv_camera_get_gain_bounds(camera_, &least, &most, error.place());
    arv_camera_set_gain(camera_, *settings_.gain, error.place());
    const std::string problem = explain(error, *settings_.gain, least, most);
    const double got = arv_camera_get_gain(camera_, error.place());
    if (error || !problem.empty() || std::abs(got - *settings_.gain) > kGainTolerance) {
      refuse("gain_db", rounded(*settings_.gain), problem.empty() ? "it took " + rounded(got) : problem,
             fmt::format("it allows {:.6g} to {:.6g}", least, most));
    }
    note("gain_db", rounded(*settings_.gain), rounded(got));
  }

  void set_packets() {
    GErrorText error;
    const bool wanted = settings_.packet_size > 0 || settings_.packet_delay > Duration::zero();
    if (!arv_camera_is_gv_device(camera_)) {
      if (wanted)
        refuse("packet_size_bytes and packet_delay_us", std::to_string(settings_.packet_size),
               "it is no GigE camera", "remove them");
      return;
    }
    if (settings_.packet_size == 0) {
      arv_camera_gv_auto_packet_size(camera_, error.place());
    } else {
      arv_camera_gv_set_packet_size_adjustment(camera_, ARV_GV_PACKET_SIZE_ADJUSTMENT_NEVER);
      arv_camera_gv_set_packet_size(camera_, settings_.packet_size, error.place());
    }
    const std::string problem = error.text();
    const int got = static_cast<int>(arv_camera_gv_get_packet_size(camera_, error.place()));
    const std::string size_text = settings_.packet_size == 0 ? "" : std::to_string(settings_.packet_size);
    if (!problem.empty() || (settings_.packet_size > 0 && got != settings_.packet_size)) {
      refuse("packet_size_bytes", size_text, problem.empty() ? "it took " + std::to_string(got) : problem,
             "leave it out, and the largest that the network lets pass is found");
    }
    note("packet_size_bytes", size_text, std::to_string(got));
    if (settings_.packet_delay > Duration::zero()) set_packet_delay();
  }

  void set_packet_delay() {
    GErrorText error;
    arv_camera_gv_set_packet_delay(camera_, settings_.packet_delay.count(), error.place());
    const std::string wanted = rounded(1e6 * to_seconds(settings_.packet_delay));
    if (error) refuse("packet_delay_us", wanted, error.text(), "remove it");
    const gint64 got = arv_camera_gv_get_packet_delay(camera_, error.place());
    note("packet_delay_us", wanted, rounded(1e-3 * static_cast<double>(got)));
  }

  ArvCamera* camera_;
  const DeviceCameraConfig& demand_;
  const CameraSettings& settings_;
  GenicamState state_;
};

}  // namespace

GenicamState apply_settings(_ArvCamera* camera, const DeviceCameraConfig& demand) {
  return SettingsWriter(camera, demand).apply();
}

}  // namespace freefloat
