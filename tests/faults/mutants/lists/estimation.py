"""What is believed of LEDs and joints: gates, numbers that are none, LEDs that contradict, lengths."""

TESTS = [("unit_estimation", []), ("unit_control", ["--gtest_filter=Hostile*"])]

_FILTER = "src/estimation/robot_filter.cpp"
_ESTIMATE = "src/estimation/estimate_state.cpp"
_TARGET = "src/estimation/target_filter.cpp"
_LENGTHS = [("unit_vision", ["--gtest_filter=*Length*"]), ("unit_runtime", ["--gtest_filter=LengthRefusal*"])]

_PIPELINE = "src/vision/vision_pipeline.cpp"
_DOUBTFUL = "src/vision/doubtful_labels.cpp"
_ROOMS = [("unit_vision", ["--gtest_filter=Doubted*:FollowedSpots*:SpotHistories*:LostSpots*:ChanceFigure*:SpotLabeler*:MirrorImages*"]), ("integration_vision_in_a_room", [])]

MUTATIONS = [
    (_FILTER, "!(update.normalised <= setup.config.gate_sigmas)", "false"),
    (_FILTER, "if (!is_usable(marker)) continue;", "if (!marker.seen) continue;"),
    ("src/estimation/usable_marker.h", "marker.p_WM.allFinite() && ", ""),
    ("src/estimation/usable_marker.h", " && marker.covariance.allFinite()", ""),
    (_ESTIMATE, "return marker.p_WM.allFinite() && marker.v_WM.allFinite() && std::isfinite(marker.sigma);", "return true;"),
    (_FILTER, "result.far |= 1u << i;", "result.far |= 0u;"),
    (_FILTER, "      state.covariance = before;\n", ""),
    (_FILTER, "if (!(innovation * innovation <= setup.config.gate_sigmas * setup.config.gate_sigmas * s)) continue;", ""),
    (_FILTER, "return near && state.v_WG.allFinite()", "return state.v_WG.allFinite()"),
    (_ESTIMATE, "contradicted = state.last_update.far | wrong_lengths;", "contradicted = state.last_update.far;"),
    (_ESTIMATE, "contradicted = state.last_update.far | wrong_lengths;", "contradicted = wrong_lengths;"),
    (_ESTIMATE, "if (!state.contradicted_since) state.contradicted_since = capture_time;", "state.contradicted_since = capture_time;"),
    ("src/estimation/watch_target.cpp", "far |= 1u << static_cast<unsigned>(target.first_marker);", "far |= 0u;"),
    (_ESTIMATE, "} else if (frame.capture_time <= state.robot.at) {", "} else if (false) {"),
    (_ESTIMATE, "markers->capture_time <= now && ", ""),
    (_ESTIMATE, "joints->angles.allFinite() && joints->rates.allFinite()", "true"),
    (_ESTIMATE, "std::min(joints->sample_time, now)", "joints->sample_time"),
    (_ESTIMATE, "if (!is_plausible(state.robot)) state.robot = RobotFilterState{};", ""),
    (_ESTIMATE, "estimate.since_frame <= filter.config.lost_after && !state", "!state"),
    (_ESTIMATE, "frame.capture_time - *state.disturbed_since < filter.config.reacquire_after", "true"),
    (_ESTIMATE, "    marker.sigma = estimate.sigma_hand;\n    marker.known = is_finite(marker);", "    marker.sigma = estimate.sigma_hand;\n    marker.known = true;"),
    (_TARGET, "if (!is_usable(marker)) return false;", "if (!marker.seen) return false;"),
    (_TARGET, "!(innovation.squaredNorm() <= config.gate_sigmas * config.gate_sigmas * s)", "false"),
    (_TARGET, "if (capture_time - state.last_seen < config.reacquire_after) return false;", ""),
    (_TARGET, "if (capture_time - state.last_seen < config.reacquire_after) return false;", "return false;"),
    ("src/vision/length_check.cpp", "if (!(off > worst_share * allowed)) continue;", "continue;", _LENGTHS),
    ("src/vision/length_check.cpp", "if (u.count < kFewestPictures) continue;", "if (u.count == 0) continue;", _LENGTHS),
    ("src/vision/length_check.cpp", "marker.seen && marker.uv_px.allFinite() && marker.covariance.allFinite()", "marker.seen", _LENGTHS),
    (_PIPELINE, "  drop_outdone(scene_, mapped, context.expected, check, labels, reasons);\n", "", _ROOMS),
    (_PIPELINE, " || target_comes_back();", ";", _ROOMS),
    (_DOUBTFUL, "place.base, m, check) > place.bound;", "place.base, m, check) > 1e9 * place.bound;", _ROOMS),
    (_DOUBTFUL, "< error - kOutdone;", "> error + kOutdone;", _ROOMS),
    (_DOUBTFUL, "at) >= kComesBack) return;", "at) >= 0) return;", _ROOMS),
    (_DOUBTFUL, "if (tracked >= kEnoughToTellBy || ", "if (tracked >= 0 || ", _ROOMS),
    (_DOUBTFUL, "|| count_rigid_lengths(scene, labels) >= kEnoughToTellBy) return;", ") return;", _ROOMS),
    ("src/vision/choose_target.cpp", "return !rests(spot);", "return moves(spot);", _ROOMS),
    ("src/vision/choose_target.cpp", " || scene.in_target_region(spot.origin);", ";", _ROOMS),
    ("src/vision/spot_memory.cpp", ">= kStandTime) return kOffWay;", ">= 10 * kStandTime) return kOffWay;", _ROOMS),
    ("src/vision/marker_scene.cpp", "return on_table && ", "return (on_table || true) && ", _ROOMS),
    (_DOUBTFUL, " + kReadingAge * speed", " - kReadingAge * speed", _ROOMS),
    ("src/vision/scene_labeler.cpp", "known.maybe_older[i] = true;", "known.maybe_older[i] = false;", _ROOMS),
    ("src/vision/scene_labeler.cpp", "rests(spot) && spot.last_time < at;", "rests(spot) && spot.last_time > at;", _ROOMS),
    ("src/vision/spot_memory.cpp", "memory.lost.was_at(spot.first, kStill, at);", "false;", _ROOMS),
    ("src/vision/spot_memory.cpp", "- spot.last).norm() <= kStill) hints", "- spot.last).norm() > kStill) hints", _ROOMS),
    ("src/vision/lost_spots.cpp", "spots.begin() + 1, spots.end()", "spots.begin(), spots.end() - 1", _ROOMS),
    ("src/vision/check_history.cpp", "error - kParallax * ways", "kParallax * ways - error", _ROOMS),
    ("src/vision/check_history.cpp", "if (most_held > least_held) note", "if (most_held < least_held) note", _ROOMS),
    ("src/vision/check_joints.cpp", "return kPlaceError + kPlaceSigmas", "return 1.0 + kPlaceSigmas", _ROOMS),
    ("src/vision/acquire_markers.cpp", "return few && was_seen(blob);", "return few && (was_seen(blob) || true);", _ROOMS),
    ("src/vision/acquire_markers.cpp", "kCloseFit && !may_be_glare)", "kCloseFit && (!may_be_glare || true))", _ROOMS),
    ("src/vision/scene_labeler.cpp", "    take_labelled(labels, 0, scene_.robot_count, seen_before);\n", "", _ROOMS),
    ("src/vision/spot_memory.cpp", "last_search && off_way)", "last_search && off_way && false)", _ROOMS),
    (_PIPELINE, "    drop_mirror_images(camera_, scene_, *blobs_, mapped, context.expected, labels, reasons);\n", "", _ROOMS),
    ("src/vision/foreign_spots.cpp", "return !led.saturated && ", "return ", _ROOMS),
    ("src/vision/scene_labeler.cpp", " || looks.at_image[blob])", ")", _ROOMS),
    ("src/vision/foreign_spots.cpp", "expected[m].known || !images", "(expected[m].known && false) || !images", _ROOMS),
    ("src/vision/confirmed_assignments.cpp", "error(s) < kOffFigure * sigma", "error(s) < 100 * kOffFigure * sigma", _ROOMS),
    ("src/vision/confirmed_assignments.cpp", "> kOnFigure * sigma) return", "> 100 * kOnFigure * sigma) return", _ROOMS),
    ("src/vision/scene_labeler.cpp", "return long_in_sight > 0 &&", "return false &&", _ROOMS),
    ("src/vision/scene_labeler.cpp", "spots += seen_before(i, 1) ? 1 : 0", "spots += 1", _ROOMS),
    (_DOUBTFUL, "if (!(wide && bright) &&", "if (!(wide || bright) &&", _ROOMS),
    (_DOUBTFUL, "v_WM.norm() > kDrawsAStreak;", "v_WM.norm() > 100 * kDrawsAStreak;", _ROOMS),
    ("src/vision/merge_acquired.cpp", "believed = confirmed || well_tracked;", "believed = confirmed;", _ROOMS),
    (_DOUBTFUL, "at - memory.target_time) <= kAbsence) return;", "at - memory.target_time) <= 3 * kAbsence) return;", _ROOMS),
]
