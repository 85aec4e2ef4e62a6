// The detectors of OpenCV; one of the files that use it.
#include "calibration/find_board.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/aruco/charuco.hpp>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "calibration/edge_width.h"
#include "calibration/marker_grid.h"
#include "drawing/number_format.h"

namespace freefloat {
namespace {

using Failure = tl::unexpected<std::string>;

constexpr std::array<std::pair<const char*, int>, 17> kDictionaries{{
    {"DICT_4X4_50", cv::aruco::DICT_4X4_50},
    {"DICT_4X4_100", cv::aruco::DICT_4X4_100},
    {"DICT_4X4_250", cv::aruco::DICT_4X4_250},
    {"DICT_4X4_1000", cv::aruco::DICT_4X4_1000},
    {"DICT_5X5_50", cv::aruco::DICT_5X5_50},
    {"DICT_5X5_100", cv::aruco::DICT_5X5_100},
    {"DICT_5X5_250", cv::aruco::DICT_5X5_250},
    {"DICT_5X5_1000", cv::aruco::DICT_5X5_1000},
    {"DICT_6X6_50", cv::aruco::DICT_6X6_50},
    {"DICT_6X6_100", cv::aruco::DICT_6X6_100},
    {"DICT_6X6_250", cv::aruco::DICT_6X6_250},
    {"DICT_6X6_1000", cv::aruco::DICT_6X6_1000},
    {"DICT_7X7_50", cv::aruco::DICT_7X7_50},
    {"DICT_7X7_100", cv::aruco::DICT_7X7_100},
    {"DICT_7X7_250", cv::aruco::DICT_7X7_250},
    {"DICT_7X7_1000", cv::aruco::DICT_7X7_1000},
    {"DICT_ARUCO_ORIGINAL", cv::aruco::DICT_ARUCO_ORIGINAL},
}};

const auto* find_dictionary(const std::string& name) {
  const auto* at = std::find_if(kDictionaries.begin(), kDictionaries.end(),
                                [&](const auto& one) { return name == one.first; });
  return at == kDictionaries.end() ? nullptr : at;
}

/// The corners' order is the same whatever way the board is turned: along a row, then to the next with the
/// rows clockwise from it, as one sees a board from the front.
void order_from_the_front(std::vector<cv::Point2f>& corners, int columns, int rows) {
  const cv::Point2f along = corners[columns - 1] - corners[0];
  const cv::Point2f down = corners[static_cast<std::size_t>(columns) * (rows - 1)] - corners[0];
  if (along.x * down.y - along.y * down.x > 0.0F) return;
  for (int row = 0; row < rows; ++row)
    std::reverse(corners.begin() + row * columns, corners.begin() + (row + 1) * columns);
}

/// Moves corners to where the edges around them cross. On rendered boards this halves the error of the newer
/// detector, and takes out the half pixel that OpenCV 4.6 puts to the corners of ChArUco boards.
/// @param share Of the distance between neighbours that is looked at to each side.
void refine(const cv::Mat& picture, std::vector<cv::Point2f>& corners, double share) {
  double nearest = 1e9;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    for (std::size_t j = i + 1; j < corners.size(); ++j)
      nearest = std::min(nearest, cv::norm(corners[i] - corners[j]));
  }
  const int half = std::clamp(static_cast<int>(share * nearest), 2, 9);
  cv::cornerSubPix(picture, corners, {half, half}, {-1, -1},
                   {cv::TermCriteria::EPS + cv::TermCriteria::COUNT, 60, 1e-4});
}

std::string grid_words(int columns, int rows) {
  return std::to_string(std::max(columns, rows)) + "x" + std::to_string(std::min(columns, rows));
}

/// @return Size of the largest chessboard in the picture, inner corners; 0, 0: there is none.
std::pair<int, int> find_any_chessboard(const cv::Mat& picture) {
  std::vector<cv::Point2f> corners;
  cv::Mat meta;
  if (!cv::findChessboardCornersSB(picture, {3, 3}, corners,
                                   cv::CALIB_CB_LARGER | cv::CALIB_CB_NORMALIZE_IMAGE, meta))
    return {0, 0};
  return {meta.cols, meta.rows};
}

/// The older detector also finds parts of larger boards: squares that go on beyond the outermost corners.
bool continues_beyond(const cv::Mat& picture, const BoardLayout& layout,
                      const std::vector<cv::Point2f>& corners) {
  const auto [columns, rows] = find_any_chessboard(picture);
  if (columns == 0) return false;
  const int found = static_cast<int>(corners.size());
  return columns * rows > found && std::max(columns, rows) >= std::max(layout.columns, layout.rows) &&
         std::min(columns, rows) >= std::min(layout.columns, layout.rows);
}

tl::expected<std::vector<cv::Point2f>, std::string> find_chessboard(const cv::Mat& picture,
                                                                    const BoardLayout& layout) {
  const cv::Size size(layout.columns, layout.rows);
  std::vector<cv::Point2f> corners;
  if (cv::findChessboardCornersSB(picture, size, corners,
                                  cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_ACCURACY))
    return corners;
  // Some real boards, with narrow rims or strong shadows, only the older detector finds.
  if (cv::findChessboardCorners(
          picture, size, corners,
          cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_FAST_CHECK) &&
      !continues_beyond(picture, layout, corners))
    return corners;
  const auto [columns, rows] = find_any_chessboard(picture);
  if (columns == 0) return Failure("no chessboard is found");
  const std::string found = grid_words(columns, rows);
  const std::string wanted = grid_words(layout.columns, layout.rows);
  if (columns * rows > layout.corner_count())
    return Failure("has a board of " + found + " inner corners, not " + wanted + ": give --board " + found);
  if (found == wanted)
    return Failure("a board of " + found +
                   " inner corners is seen, but not sharply enough to be sure of every corner");
  return Failure("only " + found + " of " + wanted +
                 " inner corners are found: is the board cut, covered, or counted wrong (then --board " +
                 found + ")?");
}

constexpr double kShareOff = 0.12;  // of itself: what small pictures of markers leave open

/// @return What contradicts the layout, with what to give instead; empty: nothing, or too little is seen.
std::string find_false_layout(const std::vector<std::vector<cv::Point2f>>& markers,
                              const std::vector<int>& ids, const BoardLayout& layout) {
  std::vector<SeenMarker> seen;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    SeenMarker& marker = seen.emplace_back(SeenMarker{ids[i], {}});
    for (std::size_t k = 0; k < 4; ++k) marker.corners[k] = {markers[i][k].x, markers[i][k].y};
  }
  const int columns = layout.columns + 1;
  const int rows = layout.rows + 1;
  const auto grid = read_marker_grid(seen, columns);
  if (!grid) return {};
  if (grid->columns != columns || grid->rows > rows) {
    const auto size = [](int across, int down) {
      return std::to_string(across) + "x" + std::to_string(down);
    };
    const std::string seen_size = size(grid->columns, grid->rows);
    return "has a ChArUco board of " + seen_size + " squares, not " + size(columns, rows) +
           ": give --charuco " + seen_size + ", with more rows where the picture cuts the board";
  }
  const double asked = layout.marker / layout.square;
  if (std::abs(grid->share / asked - 1.0) <= kShareOff) return {};
  const double square_mm = 1e3 * layout.square;
  return "a marker's side is " + format_fixed(grid->share, 2) + " of a square's, not " +
         format_fixed(asked, 2) + ": measure both again; with --square-mm " + format_short(square_mm, 4) +
         " it is --marker-mm " + format_short(grid->share * square_mm, 2);
}

tl::expected<std::vector<BoardCorner>, std::string> find_charuco(const cv::Mat& picture,
                                                                 const BoardLayout& layout) {
  const auto* named = find_dictionary(layout.dictionary);
  if (named == nullptr) return Failure("OpenCV has no dictionary " + layout.dictionary);
  const auto dictionary = cv::aruco::getPredefinedDictionary(named->second);
  const auto board =
      cv::aruco::CharucoBoard::create(layout.columns + 1, layout.rows + 1, static_cast<float>(layout.square),
                                      static_cast<float>(layout.marker), dictionary);
  std::vector<std::vector<cv::Point2f>> markers;
  std::vector<std::vector<cv::Point2f>> refused;
  std::vector<int> ids;
  cv::aruco::detectMarkers(picture, dictionary, markers, ids, cv::aruco::DetectorParameters::create(),
                           refused);
  if (ids.size() < 4) {
    // Single markers turn up in any picture by chance.
    std::vector<int> mirrored_ids;
    cv::Mat mirrored;
    cv::flip(picture, mirrored, 1);
    cv::aruco::detectMarkers(mirrored, dictionary, refused, mirrored_ids);
    if (mirrored_ids.size() >= 4) {
      return Failure("is mirrored: its markers are found in the mirrored picture; switch the mirroring off");
    }
  }
  if (ids.empty()) {
    const auto [across, down] = find_any_chessboard(picture);
    const std::string chess = grid_words(across, down);
    return Failure("no marker of " + layout.dictionary + " is found" +
                   (across == 0 ? "; is it another --dictionary?"
                                : "; a chessboard of " + chess + " inner corners is: give --board " + chess));
  }
  if (std::string wrong = find_false_layout(markers, ids, layout); !wrong.empty())
    return Failure(std::move(wrong));
  const int markers_on_board = static_cast<int>(board->ids.size());
  const int highest = *std::max_element(ids.begin(), ids.end());
  if (highest >= markers_on_board) {
    return Failure("has marker " + std::to_string(highest) + ", but a board of " +
                   std::to_string(layout.columns + 1) + "x" + std::to_string(layout.rows + 1) +
                   " squares has " + std::to_string(markers_on_board) + ": are the squares counted right?");
  }
  std::vector<cv::Point2f> corners;
  std::vector<int> corner_ids;
  cv::aruco::interpolateCornersCharuco(markers, ids, picture, board, corners, corner_ids);
  if (corners.empty())
    return Failure(std::to_string(ids.size()) + " markers are found, but no corner between them");
  refine(picture, corners, 0.12);
  std::vector<BoardCorner> found;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    // OpenCV counts the rows of a ChArUco board as they are drawn, from the top.
    found.push_back({corner_ids[i], {corners[i].x, corners[i].y}});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return found;
}

}  // namespace

bool has_dictionary(const std::string& name) {
  return find_dictionary(name) != nullptr;
}

tl::expected<BoardView, std::string> find_board(const ImageView& grey, const BoardLayout& layout,
                                                const std::string& name) {
  // OpenCV's detectors only read it.
  const cv::Mat picture(grey.height, grey.width, CV_8UC1, const_cast<std::uint8_t*>(grey.pixels),
                        grey.stride);
  BoardView view{name, grey.width, grey.height, {}, 0.0};
  if (layout.kind == BoardKind::kCharuco) {
    auto corners = find_charuco(picture, layout);
    if (!corners) return Failure(std::move(corners.error()));
    view.corners = std::move(*corners);
  } else {
    auto corners = find_chessboard(picture, layout);
    if (!corners) return Failure(std::move(corners.error()));
    refine(picture, *corners, 0.35);
    order_from_the_front(*corners, layout.columns, layout.rows);
    for (std::size_t i = 0; i < corners->size(); ++i)
      view.corners.push_back({static_cast<int>(i), {(*corners)[i].x, (*corners)[i].y}});
  }
  view.edge_width = measure_edge_width(grey, layout, view);
  return view;
}

}  // namespace freefloat
