#include "spatial/config/load_tree.h"

#include "config/fields/loader.h"
#include "spatial/config/tree_file.h"
#include "spatial/config/urdf_file.h"

namespace freefloat {

bool is_urdf(const std::string& path) {
  return path.ends_with(".urdf");
}

bool is_tree_file(const std::string& path) {
  if (is_urdf(path)) return true;
  // What cannot be read is for the reader to complain about.
  Loader loader;
  return loader.open(path, nullptr).find("base") != nullptr;
}

TreeParameters load_tree(const std::string& path) {
  Loader loader;
  TreeParameters tree;
  if (is_urdf(path)) {
    std::string text;
    if (read_config_text(path, nullptr, text, loader.problems)) tree = read_urdf(text, path, loader.problems);
  } else {
    const ConfigNode node = loader.open(path, nullptr);
    loader.read(node, tree_fields(), [&](const TreeFile& file, const ConfigNode& at, Problems& problems) {
      tree = make_tree(file, at, problems);
    });
  }
  loader.problems.throw_if_any();
  return tree;
}

}  // namespace freefloat
