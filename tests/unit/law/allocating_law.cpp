// Allocates memory once by `new` and once by the C library where a capture begins, and never after.
#include <freefloat_law.h>

#include <cstdlib>
#include <cstring>
#include <vector>

FREEFLOAT_LAW(question, answer) {
  if (question->begins == 0) return 0;
  std::vector<double> rates(question->joint_count, 0.125);
  // By a pointer that the compiler knows nothing of: it may leave out what is taken and given back.
  void* (*volatile take)(std::size_t) = &std::malloc;
  void* const name = take(sizeof("first"));
  std::memcpy(name, "first", sizeof("first"));
  answer->joint_rates_rad_s[0] = rates[0] + static_cast<double>(std::strlen(static_cast<char*>(name))) / 8.0;
  std::free(name);
  return 0;
}
