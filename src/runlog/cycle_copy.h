#pragma once

#include <cstddef>

#include "runlog/cycle_record.h"

namespace freefloat {

/// Copies the used parts of cycle records into places that are used again and again: of the LEDs only as many
/// as the run has, of the truth nothing on hardware. So little is copied that the processor's store buffer
/// takes most of it, and the caller does not wait for the memory behind.
class CycleCopier {
 public:
  CycleCopier();

  /// Once for every place, before the first copy.
  static void prepare(CycleRecord& place);

  /// @param to A prepared place, written by this copier alone. Every field is then as in `from`, bit for bit.
  void copy(const CycleRecord& from, CycleRecord& to) noexcept;

 private:
  /// A stretch of bytes inside a record.
  struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  void widen(const CycleRecord& record) noexcept;
  void find_stretches() noexcept;

  // What lies behind the used LEDs is blank in all places and stays so; these numbers only grow.
  int measured_ = 0, predicted_in_ = 0, predicted_out_ = 0;
  bool truth_ = false;

  // Where the parts lie inside a record.
  std::size_t measured_at_ = 0, predicted_in_at_ = 0, predicted_out_at_ = 0, truth_at_ = 0;
  Stretch stretches_[4];
};

}  // namespace freefloat
