#include "spatial/config/load_simulation.h"

#include "config/files/read_parts.h"
#include "spatial/config/assemble_simulation.h"
#include "spatial/config/load_tree.h"
#include "spatial/config/tree_file.h"
#include "spatial/config/urdf_file.h"
#include "spatial/tree/planar_tree.h"

namespace freefloat {

namespace {

std::optional<TreeParameters> read_model(Loader& loader, const ConfigNode& node) {
  if (node.find("satellite") != nullptr) {
    const auto robot = read_robot(loader, node);
    return robot ? std::optional(tree_from_planar(*robot)) : std::nullopt;
  }
  std::optional<TreeParameters> tree;
  loader.read(node, tree_fields(), [&](const TreeFile& file, const ConfigNode& at, Problems& problems) {
    tree = make_tree(file, at, problems);
  });
  return tree;
}

std::optional<TreeParameters> open_model(Loader& loader, const std::string& path,
                                         const ConfigNode* referrer) {
  if (!is_urdf(path)) return read_model(loader, loader.open(path, referrer));
  std::string text;
  if (!read_config_text(path, referrer, text, loader.problems)) return std::nullopt;
  return read_urdf(text, path, loader.problems);
}

}  // namespace

TreeSimulationConfig load_simulation(const std::string& path) {
  Loader loader;
  std::optional<TreeSimulationConfig> config;
  const ConfigNode node = is_urdf(path) ? ConfigNode() : loader.open(path, nullptr);
  if (node.find("model") == nullptr && node.find("duration_s") == nullptr) {
    const auto tree = is_urdf(path) ? open_model(loader, path, nullptr) : read_model(loader, node);
    loader.problems.throw_if_any();
    return make_simulation(*tree);
  }
  const auto file = loader.read(node, simulation_file_fields(), check_simulation_file);
  if (file) {
    const auto tree = open_model(loader, file->model, node.find("model"));
    if (loader.problems.count() == 0) config = assemble_simulation(*file, node, *tree, loader.problems);
  }
  loader.problems.throw_if_any();
  return *std::move(config);
}

}  // namespace freefloat
