#include "config_kinds/schema.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/config_files.h"

namespace freefloat {
namespace {

using namespace testing_support;

class SchemaTest : public ConfigFiles {};

TEST_F(SchemaTest, CommittedFilesAreUpToDate) {
  write_schemas(path(""));
  for (const char* name :
       {"robot", "model", "simulation", "table", "camera", "testbed", "experiment", "campaign"}) {
    const std::string file = std::string(name) + ".schema.json";
    EXPECT_EQ(read_all(path(file)), read_all(kConfigs + "schema/" + file))
        << "run: build/release/src/config_kinds/write_schemas configs/schema";
  }
}

TEST_F(SchemaTest, TellsUnitsRangesAndDefaults) {
  const auto schema = nlohmann::json::parse(read_all(kConfigs + "schema/testbed.schema.json"));
  const auto& control = schema["properties"]["control"];
  EXPECT_EQ(control["additionalProperties"], false);
  // All but the name may stand in the file that a testbed is based on.
  EXPECT_EQ(schema["required"], nlohmann::json({"name"}));
  EXPECT_EQ(schema["if"]["not"]["required"], nlohmann::json({"based_on"}));
  EXPECT_EQ(schema["then"]["properties"]["control"]["required"],
            nlohmann::json({"max_joint_rate_deg_s", "hold_deceleration_deg_s2"}));
  EXPECT_FALSE(control.contains("required"));
  EXPECT_EQ(control["properties"]["max_joint_rate_deg_s"]["exclusiveMinimum"], 0);
  EXPECT_EQ(control["properties"]["rate_norm"]["enum"], nlohmann::json({"euclidean", "largest"}));
  EXPECT_EQ(control["properties"]["rate_norm"]["default"], "largest");
  EXPECT_EQ(schema["properties"]["guidance"]["properties"]["capture_distance_mm"]["default"], 5);
  const auto experiment = nlohmann::json::parse(read_all(kConfigs + "schema/experiment.schema.json"));
  EXPECT_FALSE(experiment["properties"]["settings"]["properties"]["control"].contains("required"));
  EXPECT_FALSE(experiment["properties"]["settings"]["properties"].contains("based_on"));
}

TEST_F(SchemaTest, NamesAFolderThatIsNotThere) {
  try {
    write_schemas(path("none"));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find(path("none")), std::string::npos);
  }
}

}  // namespace
}  // namespace freefloat
