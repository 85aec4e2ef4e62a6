#include "config_kinds/schema.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "config/files/camera_file.h"
#include "config/files/controller_fields.h"
#include "config/files/experiment_file.h"
#include "config/files/robot_file.h"
#include "config/files/testbed_file.h"
#include "spatial/config/simulation_file.h"
#include "spatial/config/tree_file.h"

namespace freefloat {

namespace {

template <typename T>
void write_schema(const std::string& folder, const std::string& name, const std::string& title,
                  const Fields<T>& fields) {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
  schema.update(schema_of(fields));
  const std::filesystem::path path = std::filesystem::path(folder) / (name + ".schema.json");
  std::ofstream stream(path, std::ios::binary);
  stream << schema.dump(1) << '\n';
  stream.close();
  if (!stream) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

}  // namespace

void write_schemas(const std::string& folder) {
  write_schema(folder, "robot", "Freefloat robot", robot_fields());
  write_schema(folder, "model", "Freefloat spatial model", tree_fields());
  write_schema(folder, "table", "Freefloat table", table_fields());
  write_schema(folder, "camera", "Freefloat camera", camera_fields());
  write_schema(folder, "testbed", "Freefloat testbed", testbed_fields());
  write_schema(folder, "simulation", "Freefloat simulation", simulation_file_fields());
  write_schema(folder, "experiment", "Freefloat experiment", experiment_fields());
}

}  // namespace freefloat
