// The spatial tree beside the libraries of others that Debian has, in one run: mass matrix, forward dynamics
// and generalized Jacobian of a free base with one or two arms of seven joints, and how the cost grows with
// the number of joints. Before anything is timed, the results are compared.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>

#include "spatial/tree/forward_dynamics.h"
#include "spatial/tree/mass_matrix.h"
#include "spatial/tree/tree_generalized_jacobian.h"
#include "tree_bench_peers.h"
#include "tree_bench_robots.h"

namespace {

using namespace freefloat;

/// The joints turn a little every time, so that nothing can be found once and kept.
void move_on(TreeState& state) {
  for (double& q : state.joints) q = q < 3.0 ? q + 0.0123 : q - 6.0;
}

struct Ours {
  explicit Ours(const TreeParameters& tree)
      : model(tree),
        state(bench_state(model)),
        posture(model),
        motion(model),
        inertia(model),
        articulated(model),
        forces(bench_forces(model)),
        accelerations(model.velocity_count()),
        matrix(model.velocity_count(), model.velocity_count()) {
    for (int i = 0; i < model.end_point_count(); ++i) jacobians.emplace_back(model);
  }
  void generalized_jacobians() {
    compute_posture(model, state, posture);
    compute_inertia(model, posture, inertia);
    for (int i = 0; i < model.end_point_count(); ++i)
      compute_generalized_jacobian(model, posture, inertia, i, jacobians[static_cast<std::size_t>(i)]);
  }
  void mass_matrix() {
    compute_posture(model, state, posture);
    compute_inertia(model, posture, inertia);
    compute_mass_matrix(model, posture, inertia, matrix);
  }
  void forward_dynamics() {
    compute_posture(model, state, posture);
    compute_motion(model, posture, state, motion);
    compute_forward_dynamics(model, posture, motion, forces, articulated, accelerations);
  }

  TreeModel model;
  TreeState state;
  TreePosture posture;
  TreeMotion motion;
  TreeInertia inertia;
  ArticulatedBodies articulated;
  std::vector<TreeGeneralizedJacobian> jacobians;
  Eigen::VectorXd forces;
  Eigen::VectorXd accelerations;
  Eigen::MatrixXd matrix;
};

template <typename Call>
void run(benchmark::State& state, const TreeParameters& tree, Call call) {
  Ours ours(tree);
  for (auto _ : state) {
    move_on(ours.state);
    call(ours);
    benchmark::ClobberMemory();
  }
}

/// A peer does the same work from the same numbers.
template <typename Peer, typename Call>
void run_peer(benchmark::State& state, const TreeParameters& tree, Call call) {
  const TreeModel model(tree);
  TreeState at = bench_state(model);
  const Eigen::VectorXd forces = bench_forces(model);
  Peer peer(tree);
  for (auto _ : state) {
    move_on(at);
    call(peer, at, forces);
    benchmark::ClobberMemory();
  }
}

double relative(const Eigen::MatrixXd& found, const Eigen::MatrixXd& expected) {
  return (found - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

/// @param wanted Largest difference that is accepted.
bool agrees(const char* who, const char* what, const Eigen::MatrixXd& found, const Eigen::MatrixXd& expected,
            double wanted) {
  const double difference = relative(found, expected);
  std::printf("  %-7s %-21s differs by %.1e\n", who, what, difference);
  return difference <= wanted;
}

template <typename Peer>
bool compare(const char* who, const TreeParameters& tree, double wanted) {
  Ours ours(tree);
  Peer peer(tree);
  ours.mass_matrix();
  ours.forward_dynamics();
  ours.generalized_jacobians();
  bool good = agrees(who, "mass matrix", peer.mass_matrix(ours.state), ours.matrix, wanted);
  // What is solved for carries the condition of the mass matrix.
  good = agrees(who, "forward dynamics", peer.forward_dynamics(ours.state, ours.forces), ours.accelerations,
                100.0 * wanted) &&
         good;
  for (std::size_t i = 0; i < ours.jacobians.size(); ++i) {
    good = agrees(who, "generalized Jacobian", peer.generalized_jacobian(ours.state, static_cast<int>(i)),
                  ours.jacobians[i].matrix, wanted) &&
           good;
  }
  return good;
}

template <typename Peer>
void register_peer(const std::string& who, int most_arms) {
  for (int arms = 1; arms <= most_arms; ++arms) {
    const TreeParameters tree = bench_tree(arms, 7);
    const std::string tail = "/" + who + "/arms:" + std::to_string(arms);
    benchmark::RegisterBenchmark(("mass_matrix" + tail).c_str(), [tree](benchmark::State& state) {
      run_peer<Peer>(state, tree, [](Peer& p, const TreeState& at, const Eigen::VectorXd&) {
        benchmark::DoNotOptimize(p.mass_matrix(at).data());
      });
    });
    benchmark::RegisterBenchmark(("forward_dynamics" + tail).c_str(), [tree](benchmark::State& state) {
      run_peer<Peer>(state, tree, [](Peer& p, const TreeState& at, const Eigen::VectorXd& forces) {
        benchmark::DoNotOptimize(p.forward_dynamics(at, forces).data());
      });
    });
    benchmark::RegisterBenchmark(
        ("generalized_jacobian" + tail).c_str(), [tree, arms](benchmark::State& state) {
          run_peer<Peer>(state, tree, [arms](Peer& p, const TreeState& at, const Eigen::VectorXd&) {
            p.generalized_jacobians(at, arms);
          });
        });
  }
}

void register_ours() {
  for (int arms = 1; arms <= 2; ++arms) {
    const TreeParameters tree = bench_tree(arms, 7);
    const std::string tail = "/freefloat/arms:" + std::to_string(arms);
    benchmark::RegisterBenchmark(("mass_matrix" + tail).c_str(), [tree](benchmark::State& state) {
      run(state, tree, [](Ours& o) { o.mass_matrix(); });
    });
    benchmark::RegisterBenchmark(("forward_dynamics" + tail).c_str(), [tree](benchmark::State& state) {
      run(state, tree, [](Ours& o) { o.forward_dynamics(); });
    });
    benchmark::RegisterBenchmark(("generalized_jacobian" + tail).c_str(), [tree](benchmark::State& state) {
      run(state, tree, [](Ours& o) { o.generalized_jacobians(); });
    });
  }
  for (int joints = 2; joints <= 64; joints *= 2) {
    const TreeParameters tree = bench_tree(1, joints);
    const std::string tail = "/freefloat/joints:" + std::to_string(joints);
    benchmark::RegisterBenchmark(("generalized_jacobian" + tail).c_str(), [tree](benchmark::State& state) {
      run(state, tree, [](Ours& o) { o.generalized_jacobians(); });
    });
    benchmark::RegisterBenchmark(("forward_dynamics" + tail).c_str(), [tree](benchmark::State& state) {
      run(state, tree, [](Ours& o) { o.forward_dynamics(); });
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  bool good = true;
  for (int arms = 1; arms <= 2; ++arms) {
    const TreeParameters tree = bench_tree(arms, 7);
    std::printf("results of %d arm(s) of 7 joints against ours:\n", arms);
    static_cast<void>(tree);
#ifdef FF_WITH_KDL
    if (arms == 1) good = compare<KdlPeer>("KDL", tree, 1e-12) && good;
#endif
#ifdef FF_WITH_DART
    good = compare<DartPeer>("DART", tree, 1e-12) && good;
#endif
#ifdef FF_WITH_MUJOCO
    good = compare<MujocoPeer>("MuJoCo", tree, 3e-8) && good;  // it does not keep rotations better
#endif
  }
  if (!good) {
    std::fprintf(stderr, "tree_bench: a peer disagrees\n");
    return 1;
  }
  register_ours();
#ifdef FF_WITH_KDL
  register_peer<KdlPeer>("KDL", 1);
#endif
#ifdef FF_WITH_DART
  register_peer<DartPeer>("DART", 2);
#endif
#ifdef FF_WITH_MUJOCO
  register_peer<MujocoPeer>("MuJoCo", 2);
#endif
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
