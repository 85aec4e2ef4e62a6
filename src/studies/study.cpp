#include "studies/study.h"

#include <array>
#include <cmath>

namespace freefloat {

namespace {

constexpr std::array<Study, 5> kStudies{{
    {"dubowsky_vafa_1987", "virtual manipulator: workspace, attitude by cycles of the joints",
     run_dubowsky_vafa_1987},
    {"yoshida_umetani_1990", "free-flying robot on an air-bearing table: captures, workspace, singularities",
     run_yoshida_umetani_1990},
    {"saha_1993", "planar robot with three links: path, torques, simulation under these torques",
     run_saha_1993},
    {"moosavian_papadopoulos_2004", "explicit dynamics of 14 degrees of freedom against the kinetic energy",
     run_moosavian_papadopoulos_2004},
    {"korczyk_2021", "seven-joint arm on a spherical air bearing: torques by four formulations",
     run_korczyk_2021},
}};

}  // namespace

StudyRow ours_only(std::string quantity, std::string source, std::string unit, double ours,
                   std::string remark) {
  return {std::move(quantity), std::move(source), std::move(unit), {}, ours, 0.0, std::move(remark)};
}

RowAgreement judge_row(const StudyRow& row) {
  if (!row.paper || !row.ours) return RowAgreement::kNotComparable;
  // Not finite is never an agreement.
  return std::abs(*row.ours - *row.paper) <= row.tolerance ? RowAgreement::kAgrees : RowAgreement::kDiffers;
}

std::span<const Study> all_studies() {
  return kStudies;
}

const Study* find_study(std::string_view name) {
  for (const Study& study : kStudies) {
    if (study.name == name) return &study;
  }
  return nullptr;
}

}  // namespace freefloat
