#include "studies/study.h"

#include <cmath>

namespace freefloat {

StudyRow ours_only(std::string quantity, std::string source, std::string unit, double ours,
                   std::string remark) {
  return {std::move(quantity), std::move(source), std::move(unit), {}, ours, 0.0, std::move(remark)};
}

RowVerdict judge_row(const StudyRow& row) {
  if (!row.paper || !row.ours) return RowVerdict::kNotComparable;
  // Not finite is never an agreement.
  return std::abs(*row.ours - *row.paper) <= row.tolerance ? RowVerdict::kAgrees : RowVerdict::kDiffers;
}

}  // namespace freefloat
