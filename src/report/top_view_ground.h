#pragma once

#include "report/top_view_scene.h"

namespace freefloat {

/// The table with its grid, its axes and the margin of its edge.
void draw_table(Scene& scene);

/// The guaranteed workspace and the singularity-free annulus about the mass centre.
void draw_workspace(Scene& scene);

/// A length of 0.2 m.
void draw_scale_bar(Scene& scene);

}  // namespace freefloat
