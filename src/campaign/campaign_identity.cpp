#include "campaign/campaign_identity.h"

#include <fmt/format.h>

#include "campaign/sampling.h"
#include "runlog/build_identity.h"

namespace freefloat {

std::vector<ConfigSource> campaign_identity(const Campaign& campaign) {
  std::vector<ConfigSource> facts{{"seed", std::to_string(campaign.seed)},
                                  {"build", std::string(build_identity().build_hash)}};
  if (campaign.sampling == Sampling::kLatinHypercube)
    facts.push_back({"samples", std::to_string(campaign.samples)});
  std::string draws;
  for (const Draw& draw : campaign.draws) {
    draws += draw.key;
    for (const double share : {kLowestShare, 0.2, 0.5, 0.7, kHighestShare})
      draws += ' ' + value_at(draw, share);
    draws += '\n';
  }
  facts.push_back({"draws", draws + std::to_string(static_cast<int>(campaign.sampling)) +
                                (campaign.drawn_scene ? " scene" : "") + (campaign.bound ? " bound" : "")});
  std::string settings;
  for (const std::string& setting : campaign.settings) settings += setting + '\n';
  for (const Arm& arm : campaign.arms) {
    settings += arm.name + ':';
    for (const std::string& setting : arm.settings) settings += ' ' + setting;
    settings += '\n';
  }
  for (const CorrelatedDraws& group : campaign.correlated) {
    for (const std::string& key : group.keys) settings += key + ' ';
    for (const double number : group.correlations) settings += fmt::format("{} ", number);
  }
  facts.push_back({"settings", settings});
  for (const Arm& arm : campaign.arms) {
    if (arm.program.empty()) continue;
    facts.push_back({"build of " + arm.name, arm.build});
    facts.push_back({"version of " + arm.name, arm.version});
  }
  if (!campaign.listed_by.empty()) facts.push_back({"search", campaign.listed_by});
  const std::size_t own = campaign.consecutive_seeds ? 0 : 1;  // the campaign's own text may get comments
  for (std::size_t i = own; i < campaign.sources.size(); ++i) {
    if (campaign.sources[i].path != "--set") facts.push_back(campaign.sources[i]);
  }
  return facts;
}

}  // namespace freefloat
