#include "spatial/config/assemble_drive.h"

#include <fmt/format.h>

#include "spatial/config/table_column.h"
#include "types/angle.h"

namespace freefloat {

namespace {

using File = SimulationFile;

/// A revolute joint has angles, a prismatic one lengths.
void check_kind(bool turns, bool for_revolute, const ConfigNode& at, const std::string& key,
                Problems& problems) {
  const ConfigNode* given = at.find(key);
  if (given == nullptr || turns == for_revolute) return;
  problems.add_at(*given, turns ? "the joint turns" : "the joint shifts",
                  turns ? "angles and torques" : "lengths and forces");
}

class DriveMaker {
 public:
  DriveMaker(bool turns, double start, double duration, const ConfigNode& at, Problems& problems)
      : turns_(turns), start_(start), duration_(duration), at_(at), problems_(problems) {}

  JointDrive make(const File::Drive& from) {
    for (const char* key : {"torque_nm", "torque_polynomial_nm", "rate_polynomial_rad_s"})
      check_kind(turns_, true, at_, key, problems_);
    for (const char* key : {"force_n", "force_polynomial_n", "rate_polynomial_m_s"})
      check_kind(turns_, false, at_, key, problems_);
    if (at_.items.size() != 1) {
      problems_.add_at(at_, "a joint has one drive, not " + std::to_string(at_.items.size()));
      return {};
    }
    if (from.torque) return TorquePolynomial{{*from.torque}};
    if (from.force) return TorquePolynomial{{*from.force}};
    if (from.torque_powers) return TorquePolynomial{*from.torque_powers};
    if (from.force_powers) return TorquePolynomial{*from.force_powers};
    if (from.angular_powers) return RatePolynomial{*from.angular_powers};
    if (from.linear_powers) return RatePolynomial{*from.linear_powers};
    if (from.table) return torques(*from.table, *at_.find("table"));
    if (from.quintic) return quintic(*from.quintic, *at_.find("quintic"));
    if (!from.segments.empty()) return segments(from.segments, at_.find("segments")->items);
    if (!from.sines.empty()) return sines(from.sines, at_.find("sines")->items);
    if (from.motion_table) return motion(*from.motion_table, *at_.find("motion_table"));
    return RatePolynomial{{value(from.rate, at_, {"rate", "rate", "_s"}).value_or(0.0)}};
  }

 private:
  std::optional<double> value(const File::Coordinate& from, const ConfigNode& at,
                              const CoordinateKeys& keys) {
    return read_coordinate(from, turns_, at, keys, problems_);
  }

  /// A value that must be there.
  double needed(const File::Coordinate& from, const ConfigNode& at, const std::string& key,
                const std::string& problem) {
    const auto found = value(from, at, {key, key, ""});
    if (!found) problems_.add_at(at, problem, turns_ ? fmt::format("{0}_deg, {0}_rad", key) : key + "_m");
    return found.value_or(0.0);
  }

  JointDrive torques(const File::Table& from, const ConfigNode& at) {
    TimeSeries column =
        read_table_column(from.file, from.column, *at.find("file"), *at.find("column"), problems_);
    return TorqueTable{std::move(column.time), std::move(column.value), from.between};
  }

  JointDrive quintic(const File::QuinticWay& from, const ConfigNode& at) {
    return Quintic{start_, needed(from.to, at, "to", "it is not said where to"), from.begin,
                   from.end.value_or(duration_)};
  }

  JointDrive segments(const std::vector<File::Segment>& list, const std::vector<ConfigNode>& places) {
    MotionSegments motion;
    Quintic last{start_, start_, 0.0, 0.0};
    for (std::size_t i = 0; i < list.size(); ++i) {
      const File::Segment& from = list[i];
      const ConfigNode& at = places[i];
      Quintic piece{.from = last.to,
                    .begin = from.begin.value_or(last.end),
                    .end = from.end,
                    .from_rate = last.to_rate};
      piece.to = needed(from.to, at, "to", "it is not said where to");
      piece.to_rate = value(from.end_rate, at, {"end_rate", "end_rate", "_s"}).value_or(0.0);
      if (piece.begin < last.end) {
        problems_.add_at(*at.find("begin_s"), "it begins before the segment before it has ended",
                         fmt::format("from {:g} s on", last.end));
      } else if (piece.begin > last.end && last.to_rate != 0.0) {
        problems_.add_at(*at.find("begin_s"), "the joint is still moving when the segment before it ends",
                         fmt::format("{:g} s, or no end_rate before", last.end));
      }
      if (!(piece.end > piece.begin))
        problems_.add_at(*at.find("end_s"), "it does not end after its begin",
                         fmt::format("above {:g} s", piece.begin));
      motion.pieces.push_back(last = piece);
    }
    if (last.to_rate != 0.0 && last.end < duration_) {
      problems_.add_at(places.back(), "the joint is still moving when the last segment ends", {},
                       "leave out its end_rate, or add a segment in which it stops");
    }
    return motion;
  }

  JointDrive sines(const std::vector<File::Sine>& list, const std::vector<ConfigNode>& places) {
    SineMotion motion;
    for (std::size_t i = 0; i < list.size(); ++i) {
      motion.terms.push_back({needed(list[i].amplitude, places[i], "amplitude", "the amplitude is missing"),
                              2.0 * kPi * list[i].frequency, list[i].phase});
    }
    return motion;
  }

  JointDrive motion(const File::MotionColumn& from, const ConfigNode& at) {
    const ConfigNode& file = *at.find("file");
    const ConfigNode& column_at = *at.find("column");
    const bool degrees = turns_ && from.column.ends_with("_deg");
    if (!degrees && !from.column.ends_with(turns_ ? "_rad" : "_m")) {
      problems_.add_at(column_at, "the column's name does not end in the unit of the joint's coordinate",
                       turns_ ? "_rad, _deg" : "_m");
      return {};
    }
    TimeSeries column = read_table_column(from.file, from.column, file, column_at, problems_);
    if (column.time.empty()) return {};
    if (column.time.size() < 2 || column.time.front() > 0.0 || column.time.back() < duration_) {
      problems_.add_at(file,
                       fmt::format("its {} rows from {:g} to {:g} s do not tell the motion from 0 to {:g} s",
                                   column.time.size(), column.time.front(), column.time.back(), duration_),
                       "at least two rows, the first at 0 s or before, the last at duration_s or later");
      return {};
    }
    for (double& coordinate : column.value) coordinate = degrees ? deg_to_rad(coordinate) : coordinate;
    return MotionTable(std::move(column.time), std::move(column.value));
  }

  bool turns_;
  double start_, duration_;
  const ConfigNode& at_;
  Problems& problems_;
};

}  // namespace

std::optional<double> read_coordinate(const File::Coordinate& value, bool turns, const ConfigNode& at,
                                      const CoordinateKeys& keys, Problems& problems) {
  for (const char* unit : {"_deg", "_rad"})
    check_kind(turns, true, at, keys.angle + unit + keys.per_time, problems);
  check_kind(turns, false, at, keys.shift + "_m" + keys.per_time, problems);
  if (value.in_deg && value.in_rad) {
    problems.add_at(*at.find(keys.angle + "_rad" + keys.per_time), "the value is given twice");
  }
  return value.in_deg ? value.in_deg : value.in_rad ? value.in_rad : value.in_m;
}

JointDrive assemble_drive(const File::Drive& from, bool turns, double start, double duration,
                          const ConfigNode& at, Problems& problems) {
  return DriveMaker(turns, start, duration, at, problems).make(from);
}

}  // namespace freefloat
