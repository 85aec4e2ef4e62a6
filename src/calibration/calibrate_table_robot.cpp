// The camera's pose and the robot's lengths from pictures of its LEDs.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "algebra/dense_solvers.h"
#include "calibration/chain_axes.h"
#include "calibration/table_problem.h"
#include "drawing/number_format.h"
#include "types/angle.h"

namespace freefloat {
namespace {

constexpr std::size_t kFewestPictures = 10;
constexpr double kLeastMotion = 20.0;  // pixels
constexpr double kWorstHand = 1e-3;    // m, 1 sigma
constexpr double kMostMisfit = 2.0;    // pixels
constexpr double kMostSigmas = 3.0;

bool led_residuals(const CameraParameters& camera, const RobotChain& chain, const double* state,
                   const LedPicture& picture, double* residuals) {
  const CameraModel model(camera);
  const std::vector<Eigen::Vector3d> places = place_leds(chain, state);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!picture.seen[i]) continue;
    if (!point_residual(model, places[i], picture.uv[i], residuals)) return false;
  }
  return true;
}

int seen_count(const LedPicture& picture) {
  return static_cast<int>(std::count(picture.seen.begin(), picture.seen.end(), true));
}

std::string find_missing_led(const RobotChain& chain) {
  if (leds_of(chain, 0).second < 0) return "the satellite needs two LEDs to tell its attitude";
  for (int body = 1; body <= chain.joint_count(); ++body) {
    if (leds_of(chain, body).first < 0)
      return "link " + std::to_string(body) + " has no LED: its joint's axis cannot be told";
  }
  return {};
}

double motion_of(const std::vector<LedPicture>& pictures) {
  double largest = 0.0;
  for (std::size_t led = 0; led < pictures.front().seen.size(); ++led) {
    Eigen::AlignedBox2d where;  // a picture that does not see it is no place
    for (const LedPicture& picture : pictures) {
      if (picture.seen[led]) where.extend(picture.uv[led]);
    }
    if (!where.isEmpty()) largest = std::max(largest, where.diagonal().norm());
  }
  return largest;
}

void add_chain(TableProblem& table, const RobotChain& chain, const std::vector<LedAxes>& axes) {
  const auto [first, second] = leds_of(chain, 0);
  for (std::size_t i = 0; i < chain.leds.size(); ++i) {
    const ChainLed& led = chain.leds[i];
    const bool holds_origin = static_cast<int>(i) == first;
    const bool holds_scale = static_cast<int>(i) == second;
    const bool holds_direction =
        holds_scale || (led.body > 0 && static_cast<int>(i) == leds_of(chain, led.body).first);
    table.add(led.name + ".along", axes[i].along_of(led.at), false, holds_origin || holds_scale);
    table.add(led.name + ".across", axes[i].across_of(led.at), false, holds_origin || holds_direction);
    table.add(led.name + ".height", led.height, false, holds_origin);
  }
  for (std::size_t i = 0; i < chain.joints.size(); ++i) {
    const std::string name = "joint_axis_" + std::to_string(i + 1);
    table.add(name + ".x", chain.joints[i].x(), false, false);
    table.add(name + ".y", chain.joints[i].y(), false, false);
  }
}

/// @return Names that no number has, in words; empty: all are known.
std::string set_held(TableProblem& table, const std::vector<std::string>& names, bool held) {
  for (const std::string& name : names) {
    const auto at = std::find_if(table.numbers.begin(), table.numbers.end(),
                                 [&](const CalibratedNumber& number) { return number.name == name; });
    if (at == table.numbers.end()) {
      std::string known;
      for (const CalibratedNumber& number : table.numbers) known += (known.empty() ? "" : ", ") + number.name;
      return "there is no number '" + name + "'; there are " + known;
    }
    at->held = held;
    table.problem.unknowns[at - table.numbers.begin()].held = held;
  }
  return {};
}

/// How the hand, found by the LEDs, moves with the numbers that are not held; root mean square, m.
double hand_sigma_of(const TableProblem& table, const RobotChain& chain, const std::vector<LedAxes>& axes,
                     const Eigen::MatrixXd& covariance) {
  const auto shared = static_cast<Eigen::Index>(covariance.rows());
  double sum = 0.0;
  for (const ResidualTerm& term : table.problem.terms) {
    ResidualTerm hand{term.unknowns, 2, [&](const double* const* values, double* place) {
                        const Vector2 p =
                            place_hand(chain_at(chain, axes, values), values[table.numbers.size()]);
                        place[0] = p.x();
                        place[1] = p.y();
                        return true;
                      }};
    const Eigen::MatrixXd seen = term_jacobian(table.problem, term);
    const Eigen::MatrixXd moved = term_jacobian(table.problem, hand);
    const Eigen::Index own = seen.cols() - shared;
    const Eigen::MatrixXd state = dense::solve_least_squares(seen.rightCols(own), seen.leftCols(shared));
    const Eigen::MatrixXd slopes = moved.leftCols(shared) - moved.rightCols(own) * state;
    sum += (slopes * covariance * slopes.transpose()).trace() / 2.0;
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(1, table.problem.terms.size())));
}

/// @return Why the hand is not known well enough, with the numbers that are known the least; empty: it is.
std::string find_doubt(const TableCalibration& found) {
  if (found.hand_sigma <= kWorstHand) return {};
  std::vector<CalibratedNumber> lengths;
  for (const CalibratedNumber& number : found.numbers) {
    if (!number.held && !number.angle) lengths.push_back(number);
  }
  std::sort(lengths.begin(), lengths.end(),
            [](const CalibratedNumber& a, const CalibratedNumber& b) { return a.sigma > b.sigma; });
  std::string least;
  for (std::size_t i = 0; i < lengths.size() && i < 3; ++i) {
    least +=
        (i == 0 ? "" : ", ") + lengths[i].name + " to " + format_fixed(1e3 * lengths[i].sigma, 1) + " mm";
  }
  return "the hand is known to " + format_fixed(1e3 * found.hand_sigma, 1) + " mm only (" + least +
         "): push the robot over the whole table, turn it and move all joints, or hold what was measured "
         "(--hold " +
         (lengths.empty() ? std::string("NAME") : lengths.front().name) + ")";
}

constexpr double kWorseThanChance = 1.2;  // of the residual, with hundreds of coordinates

/// @param hold Names that were held beside those that must be.
/// @param free The same fit with these released.
/// @return Why what is held cannot be so; empty: the pictures do not contradict it.
std::string find_false_hold(const TableCalibration& found, const TableCalibration& free,
                            const std::vector<std::string>& hold) {
  if (found.sigma <= kWorseThanChance * free.sigma) return {};
  std::string names;
  for (const std::string& name : hold) {
    const auto at = std::find_if(free.numbers.begin(), free.numbers.end(),
                                 [&](const CalibratedNumber& number) { return number.name == name; });
    if (at == free.numbers.end() || at->held) continue;
    names += (names.empty() ? "" : ", ") + name + " would be " +
             (at->angle ? format_fixed(rad_to_deg(at->value), 2) + " deg, not " +
                              format_fixed(rad_to_deg(at->before), 2)
                        : format_fixed(1e3 * at->value, 1) + " mm, not " + format_fixed(1e3 * at->before, 1));
  }
  return "what is held contradicts the pictures: LEDs are " + format_fixed(found.rms, 2) +
         " px off with it and " + format_fixed(free.rms, 2) + " px without (" + names +
         "): measure these again and correct the file, or leave out --hold";
}

}  // namespace

TableAnswer calibrate_from_robot(const CameraParameters& camera, const RobotChain& chain,
                                 const std::vector<LedPicture>& pictures,
                                 const std::vector<std::string>& hold,
                                 const std::vector<std::string>& release) {
  if (const std::string missing = find_missing_led(chain); !missing.empty()) return tl::unexpected(missing);
  const std::vector<LedAxes> axes = led_axes(chain);
  TableProblem table;
  add_camera_pose(table, camera, {true, true, false, false, false, true});
  add_chain(table, chain, axes);
  for (const auto& [names, held] : {std::pair(&hold, true), {&release, false}}) {
    if (const std::string unknown = set_held(table, *names, held); !unknown.empty())
      return tl::unexpected(unknown);
  }
  const CameraModel model(camera);
  for (const LedPicture& picture : pictures) {
    const auto state = start_posture(model, chain, picture);
    if (!state) continue;
    table.problem.unknowns.push_back({ChainPosture(state->begin(), state->end()), false});
    ResidualTerm term{table.shared(), 2 * seen_count(picture), {}};
    term.unknowns.push_back(static_cast<int>(table.problem.unknowns.size()) - 1);
    term.evaluate = [&camera, &chain, &axes, &picture](const double* const* values, double* residuals) {
      const std::size_t shared = 6 + 3 * chain.leds.size() + 2 * chain.joints.size();
      return led_residuals(camera_at(camera, values), chain_at(chain, axes, values), values[shared], picture,
                           residuals);
    };
    table.problem.terms.push_back(std::move(term));
  }
  if (table.problem.terms.size() < kFewestPictures) {
    return tl::unexpected("only " + std::to_string(table.problem.terms.size()) +
                          " pictures show all LEDs that are needed; at least " +
                          std::to_string(kFewestPictures));
  }
  if (const double motion = motion_of(pictures); motion < kLeastMotion) {
    return tl::unexpected("the robot did not move: its LEDs went at most " + format_fixed(motion, 1) +
                          " px; push it over the whole table, turn it, and move all joints");
  }
  TableAnswer answer = solve_table(table);
  if (!answer) return answer;
  const std::vector<const double*> values = table.values();
  answer->camera = camera_at(camera, values.data());
  answer->chain = chain_at(chain, axes, values.data());
  answer->hand_sigma = hand_sigma_of(table, chain, axes, answer->covariance);
  for (std::size_t i = table.numbers.size(); i < values.size(); ++i)
    answer->places.push_back(place_hand(answer->chain, values[i]));
  answer->doubt = find_doubt(*answer);
  if (hold.empty()) return answer;
  if (const TableAnswer free = calibrate_from_robot(camera, chain, pictures, {}, release)) {
    if (std::string contradiction = find_false_hold(*answer, *free, hold); !contradiction.empty())
      answer->doubt = std::move(contradiction);
  }
  return answer;
}

std::string find_contradiction(const CameraParameters& camera, const RobotChain& chain,
                               const LedPicture& picture, double sigma) {
  if (!find_missing_led(chain).empty()) return {};
  const CameraModel model(camera);
  const int spare = 2 * seen_count(picture) - 3 - chain.joint_count();
  if (spare <= 0 || !start_posture(model, chain, picture)) return {};
  const auto located = locate_robot(model, chain, picture);
  if (!located) return "the camera cannot see the robot where its LEDs are: run calibrate table";
  double worst = 0.0;
  std::size_t worst_led = 0;
  for (std::size_t i = 0; i < located->misfits.size(); ++i) {
    const double off = located->misfits[i].norm();
    if (off <= worst) continue;
    worst = off;
    worst_led = i;
  }
  const double limit = std::max(kMostSigmas * sigma * std::sqrt(2.0), 1e-3);
  if (worst <= kMostMisfit && worst <= limit) return {};
  return "LED " + chain.leds[worst_led].name + " is " + format_fixed(worst, 2) +
         " px off where the robot's lengths and the camera's pose put it, at most " +
         format_fixed(std::min(kMostMisfit, limit), 2) + " px: run calibrate table";
}

}  // namespace freefloat
