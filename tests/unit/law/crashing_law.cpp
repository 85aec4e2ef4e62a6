// A law that ends its process at its second question.
#include <freefloat_law.h>

#include <csignal>

FREEFLOAT_LAW(question, answer) {
  if (question->begins == 0) std::raise(SIGSEGV);
  answer->joint_rates_rad_s[0] = 0.25;
  return 0;
}
