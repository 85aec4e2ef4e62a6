// A law that ends its process at its second question.
#include <freefloat_law.h>

#include <cstdlib>

FREEFLOAT_LAW(question, answer) {
  if (question->begins == 0) std::abort();
  answer->joint_rates_rad_s[0] = 0.25;
  return 0;
}
