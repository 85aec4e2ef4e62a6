// Freefloat's model without the controller: where no posture is singular.
#include <cstdio>

#include "reach.h"

int main() {
  const freefloat::Annulus annulus = reach();
  std::printf("no singular posture from %.3f to %.3f m\n", annulus.inner, annulus.outer);
  return annulus.empty() ? 1 : 0;
}
