#pragma once

#include <vector>

#include "guidance/meeting.h"

namespace freefloat {

/// Joint rates that are free at their nodes and straight between them: what a capture in a given time may be.
/// Nodes are at least as far apart as a change from the one largest rate to the other takes, so that only the
/// first and the last of them know of the acceleration.
struct RateNodes {
  std::vector<double> times;       ///< from 0 to the end, s
  std::vector<JointVector> rates;  ///< at each, rad/s
};

/// Asks whether a hand can be at its target after a given time, with the target's velocity.
///
/// The end of the hand as a function of all rates at the nodes, by the momentum equation (Eq. (2) of Yoshida
/// & Umetani 1990, P and L kept), is led to the target by Newton's method in the box of what the joints can
/// do; its gradient is exact (adjoint of the integration).
class Reach {
 public:
  /// @param setup Robot and what its joints can do. @param scene Where all is at the begin. Both must outlive
  /// this.
  Reach(const MeetingSetup& setup, const MeetingScene& scene) : setup_(setup), scene_(scene) {}

  /// @param time To be at the target after, s.
  /// @param way In which the search begins: -1 .. 1 of the largest rate, each joint.
  /// @return Whether it was reached; `nodes()` then say how.
  bool search(double time, const JointVector& way);

  /// @return Of the last search.
  const RateNodes& nodes() const { return nodes_; }
  /// @return At the end of the last search, rad.
  const JointVector& joints() const { return joints_; }

  /// Moves as it is told, without a search. @return The satellite's attitude at the end, rad.
  double follow(RateNodes nodes);
  /// @return d of that attitude / d each node's rates, s, of the last motion.
  const std::vector<JointVector>& turn_by_rates();

 private:
  void lay_nodes(double time);
  void integrate();
  void adjoint();
  bool end_rates();
  double correct(const Vector2& error);
  double within_box(double rate, std::size_t node, Eigen::Index joint) const;

  const MeetingSetup& setup_;
  const MeetingScene& scene_;
  RateNodes nodes_;
  double theta_WB_ = 0.0;
  JointVector joints_;
  Vector2 error_ = Vector2::Zero();
  std::vector<JointVector> turn_by_rates_;  // d theta_WB / d rates, each node
  bool within_limits_ = true;
};

}  // namespace freefloat
