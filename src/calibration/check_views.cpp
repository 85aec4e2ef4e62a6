#include "calibration/check_views.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "drawing/number_format.h"

namespace freefloat {
namespace {

constexpr std::size_t kFewestBoardCorners = 8;
constexpr double kBlurredEdge = 4.0;  // pixels; sharp ones are 1 to 3 wide
constexpr double kBlurredBesideOthers = 2.0;
constexpr double kSameView = 0.004;      // of the picture's width, mean distance of the corners
constexpr double kOutlyingView = 3.0;    // times the median view's residual
constexpr double kOutlyingCorner = 6.0;  // sigma
constexpr double kLeastSigma = 0.02;     // pixels; simulated corners have none at all

double median_of(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::string size_words(int width, int height) {
  return std::to_string(width) + "x" + std::to_string(height);
}

/// Mean distance of the corners that both have, pixels; nothing when they share few.
std::optional<double> distance_between(const BoardView& a, const BoardView& b) {
  double sum = 0.0;
  std::size_t count = 0;
  std::size_t j = 0;
  for (const BoardCorner& corner : a.corners) {
    while (j < b.corners.size() && b.corners[j].id < corner.id) ++j;
    if (j == b.corners.size()) break;
    if (b.corners[j].id != corner.id) continue;
    sum += (corner.uv - b.corners[j].uv).norm();
    ++count;
  }
  if (2 * count < std::max(a.corners.size(), b.corners.size())) return std::nullopt;
  return sum / static_cast<double>(count);
}

/// @return Why the view is of no use; empty: it is.
std::string find_fault(const BoardView& view, const std::pair<int, int>& size, double sharp,
                       const std::vector<BoardView>& kept) {
  if (std::pair(view.width, view.height) != size) {
    return "has " + size_words(view.width, view.height) + " pixels, most have " +
           size_words(size.first, size.second) + ": take all with one camera at one resolution";
  }
  if (view.corners.size() < kFewestBoardCorners)
    return "board is cut: only " + std::to_string(view.corners.size()) + " corners are seen";
  if (view.edge_width > kBlurredEdge && view.edge_width > kBlurredBesideOthers * sharp) {
    return "blurred: edges are " + format_fixed(view.edge_width, 1) + " px wide, in most pictures " +
           format_fixed(sharp, 1) + " px";
  }
  for (const BoardView& other : kept) {
    const auto distance = distance_between(view, other);
    if (distance && *distance < kSameView * view.width)
      return "duplicate of " + other.name + ": corners " + format_fixed(*distance, 1) + " px apart";
  }
  return {};
}

}  // namespace

std::string list_reasons(const std::vector<RejectedView>& rejected) {
  std::string text;
  for (std::size_t i = 0; i < rejected.size() && i < 5; ++i)
    text += "\n  " + rejected[i].name + ": " + rejected[i].reason;
  if (rejected.size() > 5) text += "\n  and " + std::to_string(rejected.size() - 5) + " more";
  return text;
}

void reject_bad_views(std::vector<BoardView>& views, std::vector<RejectedView>& rejected) {
  std::map<std::pair<int, int>, int> sizes;
  std::vector<double> edges;
  for (const BoardView& view : views) {
    ++sizes[{view.width, view.height}];
    if (view.edge_width > 0.0) edges.push_back(view.edge_width);
  }
  if (sizes.empty()) return;
  const std::pair<int, int> size =
      std::max_element(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
      })->first;
  const double sharp = median_of(edges);
  std::vector<BoardView> kept;
  for (BoardView& view : views) {
    std::string fault = find_fault(view, size, sharp, kept);
    if (fault.empty()) {
      kept.push_back(std::move(view));
    } else {
      rejected.push_back({view.name, std::move(fault)});
    }
  }
  views = std::move(kept);
}

int reject_worst_view(const LensFit& fit, std::vector<BoardView>& views,
                      std::vector<RejectedView>& rejected) {
  const std::vector<double> rms = fit.view_rms();
  const auto worst = std::max_element(rms.begin(), rms.end());
  const double usual = median_of(rms);
  if (*worst < kOutlyingView * std::max(usual, kLeastSigma)) return -1;
  const auto index = worst - rms.begin();
  rejected.push_back({views[index].name, "outlier: corners " + format_fixed(*worst, 2) +
                                             " px off, in most pictures " + format_fixed(usual, 2) + " px"});
  views.erase(views.begin() + index);
  return static_cast<int>(index);
}

int reject_corners(const LensFit& fit, std::vector<BoardView>& views) {
  std::vector<double> sizes;
  for (const auto& residuals : fit.residuals) {
    for (const Vector2& residual : residuals) sizes.push_back(residual.norm());
  }
  // The median of a Rayleigh distribution is 1.177 sigma.
  const double limit = kOutlyingCorner * std::max(kLeastSigma, median_of(sizes) / 1.177);
  int count = 0;
  for (std::size_t v = 0; v < views.size(); ++v) {
    std::vector<BoardCorner> kept;
    for (std::size_t i = 0; i < views[v].corners.size(); ++i) {
      if (fit.residuals[v][i].norm() <= limit) kept.push_back(views[v].corners[i]);
    }
    if (kept.size() < kFewestBoardCorners) continue;
    count += static_cast<int>(views[v].corners.size() - kept.size());
    views[v].corners = std::move(kept);
  }
  return count;
}

}  // namespace freefloat
