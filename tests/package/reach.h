#pragma once

#include "model/singularity_free_annulus.h"

/// @return The annulus of my_robot().
freefloat::Annulus reach();
