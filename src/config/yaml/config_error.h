#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace freefloat {

/// One thing that is wrong with the configuration, with all that is needed to mend it.
struct ConfigProblem {
  std::string
      file;      ///< as given by the user, or resolved from the file that refers to it; "--set" for overrides
  int line = 0;  ///< counted from 1; 0: the file as a whole
  std::string key;      ///< full path inside the file, such as `links[0].mass_kg`; empty: the file as a whole
  std::string value;    ///< as written; empty: there is none
  std::string problem;  ///< what is wrong
  std::string allowed;  ///< what would be accepted; empty when the problem says it all
  std::string remedy;   ///< what to do; empty when that is plain
};

/// @return The problem on one line: `file:line: key: value: problem; allowed: ...; remedy`.
std::string format_problem(const ConfigProblem& problem);

/// Thrown at start-up, with every problem that could be found in one pass over all files.
class ConfigError : public std::runtime_error {
 public:
  /// The text lists one problem a line, the first hundred of them.
  explicit ConfigError(std::vector<ConfigProblem> problems);

  const std::vector<ConfigProblem>& problems() const { return problems_; }

 private:
  std::vector<ConfigProblem> problems_;
};

}  // namespace freefloat
