#pragma once

#include "model/annulus.h"
#include "model/planar_model.h"

namespace freefloat {

/// @return K_0 .. K_n, m, length n + 1: lengths of the hand's barycentric vectors. Without lateral offsets
/// these are Yoshida & Umetani 1990, Eq. (6), for any n.
BodyVector link_coefficients(const PlanarModel& model);

/// Radius about the mass centre of the paper's guaranteed workspace: the least reach of the stretched arm
/// over all satellite attitudes, K_1 + .. + K_n - K_0 (Yoshida & Umetani 1990, Sec. 2.5, written for any n).
///
/// It rests on "singular means stretched", which is not exact, and it overlooks the folded arm: see
/// singularity_free_annulus.h.
/// @return m; 0 when K_0 exceeds the sum of the others.
double guaranteed_workspace_radius(const PlanarModel& model);

/// Where the hand can be in some posture, its edges included. The hand is the sum of n + 1 vectors of lengths
/// K_0 .. K_n, and the joints turn each into any direction; so the distance ends at their sum, and near the
/// mass centre where the longest one outweighs all others: [max(0, 2 max K - sum K), sum K]. Exact for any n
/// and any lateral offsets; joint limits and collisions are not looked at.
Annulus reachable_annulus(const PlanarModel& model);

/// Where the hand can be whatever the satellite's attitude is, edges included. K_0 then stands still, and the
/// arm alone reaches every distance from a = max(0, 2 max - sum) to b = sum of K_1 .. K_n about its end. A
/// circle about the mass centre lies in that for every attitude from K_0 + a (0 when a = 0) to b - K_0, the
/// paper's radius. Singular postures are no obstacle to being there; they may be to a way there when n = 2.
/// @return Empty when the arm is too short. Where the arm's reach has a hole (a > 0) smaller than K_0, a disc
/// of radius K_0 - a about the mass centre qualifies as well and is left out.
Annulus any_attitude_annulus(const PlanarModel& model);

}  // namespace freefloat
