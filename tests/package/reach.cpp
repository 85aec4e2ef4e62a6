#include "reach.h"

#include "my_robot.h"

freefloat::Annulus reach() {
  return freefloat::compute_singularity_free_annulus(freefloat::PlanarModel(my_robot()));
}
