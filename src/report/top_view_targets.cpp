#include "report/top_view_targets.h"

#include <optional>
#include <string>
#include <vector>

#include "runtime/run_config.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// @param place Gives the point of a target, or nothing.
template <class Place>
void draw_way(Scene& scene, std::size_t number, const std::string& css_class, const Place& place) {
  Polyline way;
  for (const TargetPlaces& sample : scene.record.targets)
    way.push_back(place(sample.targets.at(number)).value_or(Vector2::Constant(kUnknown)));
  scene.draw(way, css_class);
}

void draw_figure(Scene& scene, const TargetPlace& target, const std::vector<Vector2>& leds) {
  if (!target.turned || leds.size() < 2) return;
  Polyline figure;
  for (const Vector2& led : leds) figure.push_back(target.p_WT + rotate(target.theta_WT, led));
  figure.push_back(figure.front());
  scene.svg.begin_group("target-body", "opacity=\"0.6\"");
  scene.draw(figure, "curve c2");
  for (const Vector2& led : figure) scene.svg.circle(scene.map(led), 2.4, "tring");
  scene.svg.end_group();
}

}  // namespace

void draw_target_paths(Scene& scene) {
  if (scene.record.targets.empty()) return;
  bool truth = false;
  for (std::size_t i = 0; i < scene.record.targets.front().targets.size(); ++i) {
    draw_way(scene, i, "curve broad c2", [&](const TargetPlace& target) {
      truth = truth || target.truth;
      return target.truth ? std::optional(target.truth->p) : std::nullopt;
    });
    draw_way(scene, i, "curve c2", [](const TargetPlace& target) {
      return target.known ? std::optional(target.p_WT) : std::nullopt;
    });
  }
  scene.legend.push_back({"targets, estimate or last seen", "curve c2", 2});
  if (truth) scene.legend.push_back({"targets, truth", "curve broad c2", 3});
}

void mark_targets(Scene& scene) {
  if (scene.record.targets.empty()) return;
  const TargetPlaces& last = scene.record.targets.at(scene.span.last);
  const std::vector<TargetFacts> facts = target_facts(scene.record.config);
  for (std::size_t i = 0; i < last.targets.size() && i < facts.size(); ++i) {
    const TargetPlace& target = last.targets[i];
    if (!target.known || !target.p_WT.allFinite()) continue;
    draw_figure(scene, target, facts[i].leds);
    const Vector2 at = scene.map(target.p_WT);
    const bool followed = i == last.followed;
    scene.svg.circle(at, followed ? 6.5 : 5.0, followed ? "tdot" : "tring");
    scene.pin(at, target.name);
  }
}

}  // namespace freefloat
