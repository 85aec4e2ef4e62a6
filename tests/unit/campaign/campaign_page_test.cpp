#include "campaign/campaign_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "campaign/load_campaign.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Two arms over three drawn numbers and a choice; the second arm fails where the first number is high.
Campaign two_arms() {
  Campaign campaign =
      campaign_of_experiment(source_dir() + "/configs/experiments/standing_target.yaml", {}, 60, 1);
  campaign.consecutive_seeds = false;
  campaign.arms = {{"calm", {}}, {"urgent", {}}};
  for (const std::string key : {"vision.a_px", "vision.b_px", "vision.c_px"}) {
    Draw& draw = campaign.draws.emplace_back();
    draw.key = key;
    draw.low = 0.0;
    draw.high = 1.0;
  }
  Draw& latency = campaign.draws.emplace_back();
  latency.key = "camera.latency_ms";
  latency.distribution = Distribution::kChoice;
  latency.values = {"10", "20", "40"};
  return campaign;
}

void fill_rows(ResultsFile& results, std::uint64_t samples) {
  for (std::uint64_t sample = 0; sample < samples; ++sample) {
    for (const std::size_t arm : {0u, 1u}) {
      Row row;
      row.sample = sample;
      row.arm = arm;
      const bool good = arm == 0 ? sample != 7 : sample % 2 == 0;
      row.outcome = good ? Outcome::kSuccess : Outcome::kFailure;
      if (!good) row.cause = arm == 0 ? "capture: of the calm" : "capture: of the urgent";
      results.add(row);
    }
  }
}

TEST(CampaignPage, ExplainsTheFailuresOfEveryArm) {
  const Campaign campaign = two_arms();
  ResultsFile results(":memory:", campaign, Opening::kNew);
  fill_rows(results, 60);
  const std::string page = make_campaign_page(campaign, results, "freefloat campaign two.yaml");
  const std::size_t second = page.find(">Arm urgent</h2>");
  ASSERT_NE(second, std::string::npos);
  const std::string calm = page.substr(0, second), urgent = page.substr(second);
  EXPECT_THAT(calm, HasSubstr(">Arm calm</h2>"));
  EXPECT_THAT(calm, HasSubstr("capture: of the calm"));
  EXPECT_THAT(calm, Not(HasSubstr("of the urgent")));
  EXPECT_THAT(urgent, HasSubstr("capture: of the urgent"));
  EXPECT_THAT(urgent, HasSubstr("--arm urgent"));
  for (const std::string& part : {calm, urgent}) {
    EXPECT_LT(part.find("Failures, the nearest"), part.find("Were there enough samples?"));
    EXPECT_THAT(part, HasSubstr("Each mark is all samples of one value."));
    EXPECT_THAT(part, HasSubstr("Each mark is a tenth of the samples."));
    std::size_t maps = 0;
    for (std::size_t at = 0; (at = part.find("Success in boxes", at)) != std::string::npos; ++at) ++maps;
    EXPECT_EQ(maps, 3u) << "three keys, each with each";
  }
}

TEST(CampaignPage, HasTopViewsOfTheFirstFailures) {
  const Campaign campaign = two_arms();
  ResultsFile results(":memory:", campaign, Opening::kNew);
  fill_rows(results, 60);
  std::vector<std::size_t> asked;
  const DrawFailures draw = [&](const std::vector<Row>& rows) {
    asked.push_back(rows.size());
    std::vector<std::string> views;
    for (const Row& row : rows) views.push_back("<svg id=\"" + failure_id(row) + "\"></svg>");
    views.back().clear();  // one that cannot be drawn
    return views;
  };
  const std::string page = make_campaign_page(campaign, results, "freefloat campaign two.yaml", draw);
  EXPECT_THAT(asked, testing::ElementsAre(1u, 12u)) << "of the 30 failures of the second arm";
  std::size_t links = 0;
  for (std::size_t at = 0; (at = page.find("<a href=\"#failure-", at)) != std::string::npos; ++at) ++links;
  EXPECT_EQ(links, 11u) << "a link for each picture, none to what is not there";
  std::set<std::string> ids;
  const std::regex id("<[a-z0-9]+[^>]* id=\"([^\"]*)\"");
  for (std::sregex_iterator match(page.begin(), page.end(), id), end; match != end; ++match)
    EXPECT_TRUE(ids.insert((*match)[1]).second) << (*match)[1] << " is there twice";
  EXPECT_GT(ids.size(), 11u);
}

}  // namespace
}  // namespace freefloat
