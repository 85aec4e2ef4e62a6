#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drawing/figure.h"

namespace freefloat {

/// One number of a paper beside ours.
struct StudyRow {
  std::string quantity{};         ///< in words
  std::string source{};           ///< where the paper prints it: "Table 1", "Fig. 9", "Sec. 4"
  std::string unit{};             ///< of both numbers; empty: none
  std::optional<double> paper{};  ///< as printed; empty: the paper prints none
  std::optional<double> ours{};  ///< empty: cannot be computed from what the paper gives; the remark says why
  double tolerance = 0.0;  ///< largest difference that the printed digits and the assumptions explain, `unit`
  std::string remark{};    ///< assumption where the paper is silent, or why the numbers differ
};

/// @return A row for which the paper prints no number.
StudyRow ours_only(std::string quantity, std::string source, std::string unit, double ours,
                   std::string remark = {});

/// How a row came out.
enum class RowAgreement : std::uint8_t {
  kAgrees,
  kDiffers,
  kNotComparable,  ///< one of the numbers is missing
};
RowAgreement judge_row(const StudyRow& row);

/// Rows that belong together.
struct StudyTable {
  std::string heading{};
  std::vector<StudyRow> rows{};
};

/// A paper, re-computed.
struct StudyReport {
  std::string name{};      ///< of the study: saha_1993
  std::string citation{};  ///< authors, title, year
  std::string summary{};   ///< what was re-computed and what came out, in a few sentences
  std::vector<StudyTable> tables{};
  std::vector<Figure> figures{};
  std::vector<std::string> notes{};  ///< what the paper's text does not determine, misprints, assumptions
};

/// What a study is given.
struct StudyInput {
  std::filesystem::path configs = "configs";            ///< folder of robots/, models/, experiments/
  std::function<void(std::string_view)> on_progress{};  ///< called with what is computed next; may be empty
};

/// A study that can be run.
struct Study {
  std::string_view name;
  std::string_view about;  ///< one line for people
  /// @throws ConfigError when a robot's file is missing or wrong.
  StudyReport (*run)(const StudyInput& input);
};

/// S. Dubowsky, Z. Vafa: A Virtual Manipulator Model for Space Robotic Systems, 1987: Table 1, the workspace
/// of Fig. 5, and the cyclic correction of the attitude (Table 3, Figs. 9 to 13) of a robot of our own, the
/// paper's being illegible.
StudyReport run_dubowsky_vafa_1987(const StudyInput& input);

/// K. Yoshida, Y. Umetani: Control of Space Free-Flying Robot, 1990.
StudyReport run_yoshida_umetani_1990(const StudyInput& input);

/// S. K. Saha, "Modeling and Simulation of Space Robots" (1993): Section 4, the planar robot with three
/// links.
StudyReport run_saha_1993(const StudyInput& input);

/// S. A. A. Moosavian, E. Papadopoulos: Explicit dynamics of space free-flyers with multiple manipulators via
/// SPACEMAPLE, 2004.
StudyReport run_moosavian_papadopoulos_2004(const StudyInput& input);

/// J. J. Korczyk, D. Posada, A. Malik, T. Henderson: Modeling of an On-Orbit Maintenance Robotic Arm
/// Test-Bed, 2021.
StudyReport run_korczyk_2021(const StudyInput& input);

/// @return All studies, in the order of their papers' years.
std::span<const Study> all_studies();

/// @return The study of that name; null when there is none.
const Study* find_study(std::string_view name);

}  // namespace freefloat
