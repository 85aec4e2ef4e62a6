#include "config_kinds/schema.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "campaign/campaign_file.h"
#include "config/files/camera_file.h"
#include "config/files/controller_fields.h"
#include "config/files/experiment_file.h"
#include "config/files/robot_file.h"
#include "config/files/testbed_file.h"
#include "spatial/config/simulation_file.h"
#include "spatial/config/tree_file.h"

namespace freefloat {

namespace {

void write_schema(const std::string& folder, const std::string& name, const std::string& title,
                  const Json& content) {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
  schema.update(content);
  const std::filesystem::path path = std::filesystem::path(folder) / (name + ".schema.json");
  std::ofstream stream(path, std::ios::binary);
  stream << schema.dump(1) << '\n';
  stream.close();
  if (!stream) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

/// A testbed needs all its values only when it is based on no other.
Json testbed_schema() {
  Json schema = schema_of(testbed_fields());
  Json needed = take_required(schema);
  schema["required"] = {"name"};
  schema["if"] = {{"not", {{"required", {kBasedOn}}}}};
  schema["then"] = std::move(needed);
  return schema;
}

}  // namespace

void write_schemas(const std::string& folder) {
  write_schema(folder, "robot", "Freefloat robot", schema_of(robot_fields()));
  write_schema(folder, "model", "Freefloat spatial model", schema_of(tree_fields()));
  write_schema(folder, "table", "Freefloat table", schema_of(table_fields()));
  write_schema(folder, "camera", "Freefloat camera", schema_of(camera_fields()));
  write_schema(folder, "testbed", "Freefloat testbed", testbed_schema());
  write_schema(folder, "simulation", "Freefloat simulation", schema_of(simulation_file_fields()));
  write_schema(folder, "experiment", "Freefloat experiment", schema_of(experiment_fields()));
  write_schema(folder, "campaign", "Freefloat campaign", schema_of(campaign_fields()));
}

}  // namespace freefloat
