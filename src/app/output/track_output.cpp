#include "app/output/track_output.h"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

#include "vision/marker_motion.h"

namespace freefloat {

namespace {

constexpr int kColumn = 16;

double rate(std::uint64_t pictures, std::chrono::duration<double> time) {
  return time.count() > 0.0 ? static_cast<double>(pictures) / time.count() : 0.0;
}

double share(const TrackSummary& summary, std::size_t marker) {
  return summary.pictures == 0
             ? 0.0
             : static_cast<double>(summary.seen[marker]) / static_cast<double>(summary.pictures);
}

}  // namespace

void TrackOutput::count(const MarkerFrame& frame, const Reasons& reasons) {
  for (std::size_t m = 0; m < names_.size(); ++m) {
    if (!frame.markers[m].seen) ++unseen_[m][static_cast<std::size_t>(reasons[m])];
  }
}

void TrackOutput::show(const MarkerFrame& frame, const Reasons& reasons) {
  count(frame, reasons);
  if (json_) {
    show_json_line(frame, reasons);
  } else {
    show_table_line(frame);
  }
}

void TrackOutput::show(const TrackSummary& summary) {
  if (json_) return show_json_summary(summary);
  const double overall = rate(summary.pictures, summary.total_time);
  const double vision = rate(summary.pictures, summary.vision_time);
  std::ostringstream text;
  text << std::fixed << std::setprecision(0) << "\n"
       << summary.pictures << " pictures, " << overall << " a second with reading and printing, " << vision
       << " a second in the vision alone\n";
  std::size_t width = 0;
  for (const std::string& name : names_) width = std::max(width, name.size());
  for (std::size_t m = 0; m < names_.size(); ++m) {
    text << "  " << std::left << std::setw(static_cast<int>(width)) << names_[m] << std::right << "  seen in "
         << std::setw(6) << std::setprecision(2) << 100.0 * share(summary, m) << " %";
    if (summary.seen[m] < summary.pictures) text << "; else mostly: " << main_reason(m);
    text << "\n";
  }
  const bool any = std::any_of(summary.seen.begin(), summary.seen.end(), [](auto n) { return n > 0; });
  if (!any && summary.pictures > 0) {
    text << "No LED was ever seen: are these pictures of this robot and camera, and are LEDs brighter than "
            "vision.threshold? --overlay shows what was found.\n";
  }
  out_ << text.str() << std::flush;
}

void TrackOutput::show_json_summary(const TrackSummary& summary) {
  nlohmann::ordered_json answer{{"pictures", summary.pictures},
                                {"pictures_per_second", rate(summary.pictures, summary.total_time)},
                                {"vision_pictures_per_second", rate(summary.pictures, summary.vision_time)}};
  answer["seen_share"] = nlohmann::ordered_json::object();
  for (std::size_t m = 0; m < names_.size(); ++m) answer["seen_share"][names_[m]] = share(summary, m);
  out_ << nlohmann::ordered_json{{"summary", answer}}.dump() << "\n" << std::flush;
}

void TrackOutput::show_table_line(const MarkerFrame& frame) {
  std::ostringstream line;
  line << std::fixed;
  if (!header_written_) {
    line << "LED positions on the table: x y in mm\n  time s   picture  search   spots";
    for (const std::string& name : names_) line << std::setw(kColumn) << name;
    line << "\n";
    header_written_ = true;
  }
  line << std::setw(8) << std::setprecision(3) << to_seconds(frame.capture_time) << std::setw(10)
       << frame.sequence << (frame.full_scan ? "  whole  " : "  windows") << std::setw(7) << frame.blob_count
       << std::setprecision(1);
  for (std::size_t m = 0; m < names_.size(); ++m) {
    const MarkerMeasurement& marker = frame.markers[m];
    if (marker.seen) {
      line << std::setw(kColumn - 7) << 1e3 * marker.p_WM.x() << std::setw(7) << 1e3 * marker.p_WM.y();
    } else {
      line << std::setw(kColumn) << "-";
    }
  }
  out_ << line.str() << "\n";
}

/// @return The most frequent reason for which an LED was not seen.
std::string_view TrackOutput::main_reason(std::size_t marker) const {
  const auto& counts = unseen_[marker];
  const auto most = std::max_element(counts.begin(), counts.end());
  return explain(static_cast<Unseen>(most - counts.begin()));
}

void TrackOutput::show_json_line(const MarkerFrame& frame, const Reasons& reasons) {
  nlohmann::ordered_json line{{"time_s", to_seconds(frame.capture_time)},
                              {"sequence", frame.sequence},
                              {"full_scan", frame.full_scan},
                              {"blobs", frame.blob_count}};
  line["markers"] = nlohmann::ordered_json::array();
  for (std::size_t m = 0; m < names_.size(); ++m) {
    const MarkerMeasurement& marker = frame.markers[m];
    nlohmann::ordered_json entry{{"name", names_[m]}, {"seen", marker.seen}};
    const auto put = [&](const char* key, double value) {
      entry[key] = marker.seen ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
    };
    put("u_px", marker.uv_px.x());
    put("v_px", marker.uv_px.y());
    put("x_m", marker.p_WM.x());
    put("y_m", marker.p_WM.y());
    put("sigma_mm", 1e3 * position_sigma(marker));
    if (!marker.seen) entry["why"] = explain(reasons[m]);
    line["markers"].push_back(std::move(entry));
  }
  out_ << line.dump() << "\n";
}

}  // namespace freefloat
