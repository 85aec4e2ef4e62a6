#include "drawn_table.h"

#include <algorithm>
#include <cmath>

#include "types/angle.h"
#include "vision/camera_model.h"

namespace freefloat::testing_support {
namespace {

double from_range(double low, double high, std::mt19937_64& random) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

RobotChain chain_of_files() {
  RobotChain chain;
  chain.joints = {{0.19, 0.0}, {0.35, 0.0}};
  chain.leds = {{"tail", 0, {-0.19, 0.0}, 0.2},
                {"joint_1", 0, {0.19, 0.0}, 0.2},
                {"joint_2", 1, {0.35, 0.0}, 0.2},
                {"tip", 2, {0.31, 0.0}, 0.2}};
  chain.hand = {0.35, 0.0};
  return chain;
}

}  // namespace

DrawnTable draw_table(std::mt19937_64& random) {
  const auto off = [&](double most) { return from_range(-most, most, random); };
  DrawnTable table;
  CameraParameters& camera = table.file_camera;
  camera.width = 1280;
  camera.height = 1024;
  camera.fx = camera.fy = 1300.0;
  camera.cx = 642.3;
  camera.cy = 509.1;
  camera.distortion[0] = -0.08;
  camera.p_WC = {0.0, 0.0, 2.6};
  table.camera = camera;
  table.camera.p_WC.z() += off(0.05);
  table.camera.rpy_WC = {off(deg_to_rad(2.0)), off(deg_to_rad(2.0)), 0.0};
  table.file_chain = chain_of_files();
  table.chain = table.file_chain;
  for (Vector2& joint : table.chain.joints) joint += Vector2(off(0.005), off(0.005));
  for (std::size_t i = 1; i < table.chain.leds.size(); ++i) {
    ChainLed& led = table.chain.leds[i];
    if (led.body > 0) led.at.x() += off(0.005);
    led.height += off(0.01);
  }
  table.chain.hand += table.chain.leds.back().at - table.file_chain.leds.back().at;
  return table;
}

LedPicture see_leds(const CameraParameters& camera, const RobotChain& chain, const ChainPosture& state,
                    double noise, std::mt19937_64& random) {
  std::normal_distribution<double> gauss(0.0, 1.0);
  LedPicture picture;
  const CameraModel model(camera);
  for (const Eigen::Vector3d& place : place_leds(chain, state.data())) {
    const auto uv = model.project(place);
    const bool seen =
        uv && uv->x() > 0.0 && uv->y() > 0.0 && uv->x() < camera.width - 1 && uv->y() < camera.height - 1;
    picture.seen.push_back(seen);
    picture.uv.push_back(seen ? *uv + noise * Vector2(gauss(random), gauss(random)) : Vector2::Zero().eval());
  }
  return picture;
}

ChainPosture draw_state(const DrawnTable& table, std::mt19937_64& random) {
  for (;;) {
    const ChainPosture state{from_range(-0.8, 0.8, random), from_range(-0.7, 0.7, random),
                             from_range(-kPi, kPi, random), from_range(-2.5, 2.5, random),
                             from_range(-2.5, 2.5, random)};
    const LedPicture picture = see_leds(table.camera, table.chain, state, 0.0, random);
    if (std::find(picture.seen.begin(), picture.seen.end(), false) == picture.seen.end()) return state;
  }
}

std::vector<BoardView> lay_boards(const CameraParameters& camera, const BoardLayout& layout, int count,
                                  const TableBoard& first, double noise, std::mt19937_64& random) {
  std::normal_distribution<double> gauss(0.0, 1.0);
  const CameraModel model(camera);
  std::vector<BoardView> views;
  while (static_cast<int>(views.size()) < count) {
    TableBoard board = first;
    if (!views.empty()) {
      board.place = {from_range(-0.9, 0.9, random), from_range(-0.8, 0.8, random)};
      board.yaw = from_range(-kPi, kPi, random);
    }
    BoardView view{"board " + std::to_string(views.size() + 1), camera.width, camera.height, {}, 0.0};
    for (int id = 0; id < layout.corner_count(); ++id) {
      const Eigen::Vector3d p = layout.corner(id);
      // The pattern faces up: y of the board runs clockwise from its x.
      const Eigen::Vector3d p_W(board.place.x() + std::cos(board.yaw) * p.x() + std::sin(board.yaw) * p.y(),
                                board.place.y() + std::sin(board.yaw) * p.x() - std::cos(board.yaw) * p.y(),
                                board.thickness);
      const auto uv = model.project(p_W);
      if (!uv || uv->x() < 3.0 || uv->y() < 3.0 || uv->x() > camera.width - 4.0 ||
          uv->y() > camera.height - 4.0)
        break;
      view.corners.push_back({id, *uv + noise * Vector2(gauss(random), gauss(random))});
    }
    if (static_cast<int>(view.corners.size()) == layout.corner_count()) views.push_back(std::move(view));
  }
  return views;
}

}  // namespace freefloat::testing_support
