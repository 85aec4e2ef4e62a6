#pragma once

#include <string>
#include <string_view>

namespace freefloat {

/// How much one finding matters.
enum class Grade {
  kGood,     ///< as it should be
  kNote,     ///< worth knowing
  kWarning,  ///< runs will be worse for it
  kProblem,  ///< runs will fail
};

/// One thing that the doctor looked at.
struct Finding {
  Grade grade = Grade::kGood;
  std::string subject;  ///< one or two words
  std::string text;     ///< what was found
  std::string remedy;   ///< what to do; empty where nothing is to be done
};

constexpr std::string_view grade_name(Grade grade) {
  constexpr std::string_view kNames[] = {"good", "note", "warning", "problem"};
  return kNames[static_cast<std::size_t>(grade)];
}

}  // namespace freefloat
