#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "types/config_source.h"

namespace freefloat {

enum class Distribution : std::uint8_t { kUniform, kLogUniform, kNormal, kChoice };
/// Listed: the samples are told one by one, as those of a search are.
enum class Sampling : std::uint8_t { kRandom, kLatinHypercube, kSobol, kGrid, kCsv, kListed };
enum class LogKeeping : std::uint8_t { kNone, kFailures, kAll };

/// A key that is drawn. All numbers are in the unit that ends the key.
struct Draw {
  std::string key;  ///< as behind --set
  Distribution distribution = Distribution::kUniform;
  std::optional<double> low, high;  ///< a normal is cut there
  std::optional<double> mean, sigma;
  std::vector<std::string> values;  ///< of a choice, as written in a file
  bool whole = false;               ///< rounded to whole numbers
  int points = 5;                   ///< of a grid
};

/// Draws that go together: Gaussian copula with these correlations.
struct CorrelatedDraws {
  std::vector<std::string> keys;
  std::vector<double> correlations;  ///< 1 with 2, 1 with 3, 2 with 3, 1 with 4, ...
};

/// Settings that are compared with those of other arms, on the same samples.
struct Arm {
  std::string name;
  std::vector<std::string> settings;  ///< `key=value` each
  std::string program{};              ///< path of another build that computes the rows; empty: this one does
  std::string version{}, build{};     ///< of that program, once it was asked
};

/// A campaign: configs/campaigns/*.yaml.
struct Campaign {
  std::string name;
  std::string description;
  std::string experiment;  ///< path
  std::vector<std::string> settings;
  std::uint64_t samples = 0;
  std::uint64_t seed = 1;
  bool consecutive_seeds = false;  ///< sample i runs with `seed + i`, else with a seed drawn from both
  bool bound = false;              ///< each sample's quickest possible capture is worked out, see bound/
  bool drawn_scene = false;        ///< start and target are drawn as well, see draw_case.h
  Sampling sampling = Sampling::kRandom;
  std::vector<Draw> draws;
  std::vector<CorrelatedDraws> correlated;
  std::string csv;                             ///< path
  std::vector<std::vector<std::string>> rows;  ///< of the CSV file, or listed: a value a draw
  std::string listed_by;                       ///< listed: how they are found, all that they depend on
  std::vector<Arm> arms;                       ///< at least one
  LogKeeping logs = LogKeeping::kNone;
  double time_limit = 60.0;           ///< of a sample, s of the wall's clock
  std::vector<ConfigSource> sources;  ///< all files, the campaign's first
};

}  // namespace freefloat
