#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/fields/field.h"
#include "spatial/simulation/tree_simulation_config.h"

namespace freefloat {

/// A simulation as it is written: configs/simulations/*.yaml.
struct SimulationFile {
  /// A joint coordinate, or its rate, in whichever unit it was given.
  struct Coordinate {
    std::optional<double> in_deg, in_rad;  ///< rad: of a revolute joint
    std::optional<double> in_m;            ///< m: of a prismatic joint
  };
  struct Table {
    std::string file;  ///< path of a CSV file
    std::string column;
    TableRule between = TableRule::kHold;
  };
  struct QuinticWay {
    Coordinate to;
    double begin = 0.0;         ///< s
    std::optional<double> end;  ///< s; empty: the duration
  };
  struct MotionColumn {
    std::string file;  ///< path of a CSV file
    std::string column;
  };
  struct Segment {
    Coordinate to, end_rate;
    std::optional<double> begin;  ///< s; empty: the end of the one before
    double end = 0.0;             ///< s
  };
  struct Sine {
    Coordinate amplitude;
    double frequency = 0.0;  ///< Hz
    double phase = 0.0;      ///< rad
  };
  /// Exactly one of these.
  struct Drive {
    std::optional<double> torque, force;                             ///< N m, N
    std::optional<std::vector<double>> torque_powers, force_powers;  ///< N m / s^k, N / s^k
    std::optional<Table> table;
    std::optional<QuinticWay> quintic;
    std::vector<Segment> segments;
    std::vector<Sine> sines;
    std::optional<MotionColumn> motion_table;
    Coordinate rate;                                                   ///< rad/s or m/s
    std::optional<std::vector<double>> angular_powers, linear_powers;  ///< rad or m / s^(k+1)
  };
  struct Joint {
    std::string joint;
    Coordinate start, start_rate;
    std::optional<Drive> drive;
  };
  struct Base {
    bool locked = false;
    Eigen::Vector3d position = Eigen::Vector3d::Zero();
    std::optional<Eigen::Matrix3d> rotation;
    std::optional<Eigen::Vector3d> rotation_zyx;  ///< rad
    std::optional<Eigen::Vector3d> velocity, angular_velocity;
    Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = Eigen::Vector3d::Zero();
  };
  struct Path {
    std::string end_point;
    PathParts parts = PathParts::kPosition;
    Eigen::Vector3d to = Eigen::Vector3d::Zero();
    std::optional<Eigen::Vector3d> turn_in_deg, turn_in_rad;  ///< rad
    double begin = 0.0;                                       ///< s
    std::optional<double> end;                                ///< s; empty: the duration
  };

  std::string name;
  std::string model;  ///< path
  double duration = 10.0;
  double sample_step = 0.0;
  Base base;
  std::vector<Joint> joints;
  std::optional<Path> path;
  IntegratorConfig integrator;
};

/// How a simulation is written.
Fields<SimulationFile> simulation_file_fields();

/// What can be judged without the model.
void check_simulation_file(const SimulationFile& file, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
