#include "studies/study.h"

#include <cmath>

namespace freefloat {

RowVerdict judge_row(const StudyRow& row) {
  if (!row.paper || !row.ours) return RowVerdict::kNotComparable;
  // Not finite is never an agreement.
  return std::abs(*row.ours - *row.paper) <= row.tolerance ? RowVerdict::kAgrees : RowVerdict::kDiffers;
}

}  // namespace freefloat
