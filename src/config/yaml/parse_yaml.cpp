#include "config/yaml/parse_yaml.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <string_view>
#include <utility>

namespace freefloat {

namespace {

// Far above every sensible configuration, far below what hurts.
constexpr int kMaxDepth = 16;
constexpr int kMaxNodes = 20000;

// OpenCV puts it before the matrices of a calibration, which are maps.
constexpr const char* kMatrixTag = "tag:yaml.org,2002:opencv-matrix";

/// Ends the parse; the place is that of the offending token.
struct Refused {
  YAML::Mark mark;
  std::string problem;
  std::string remedy;
};

/// Builds the tree from yaml-cpp's events. Its own node tree is not used: it drops duplicate keys and expands
/// aliases.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::shared_ptr<const std::string> file, Problems& problems)
      : file_(std::move(file)), problems_(problems) {}

  const ConfigNode& root() const { return root_; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    place(mark, make(NodeKind::kEmpty, mark));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refused{mark, "aliases (`*name`) are not allowed", "write the value out"};
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    ConfigNode node = make(NodeKind::kScalar, mark);
    node.text = value;
    node.quoted = tag == "!";
    place(mark, std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(NodeKind::kList, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(NodeKind::kMap, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or map that is still being read.
  struct Level {
    ConfigNode node;
    std::string key;  ///< map: name of the value to come
    int key_line = 0;
    bool has_key = false;
  };

  static void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) {
      throw Refused{mark, "anchors (`&name`) are not allowed", "write the value out"};
    }
  }

  static void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    // yaml-cpp marks what is plain "?", what is quoted "!".
    if (tag == "?" || tag == "!" || tag.empty()) return;
    throw Refused{mark, "the tag `" + tag + "` is not allowed", "remove it"};
  }

  ConfigNode make(NodeKind kind, const YAML::Mark& mark) {
    if (++node_count_ > kMaxNodes) {
      throw Refused{mark, "more than " + std::to_string(kMaxNodes) + " values in one file", "split the file"};
    }
    ConfigNode node;
    node.kind = kind;
    node.file = file_;
    node.line = mark.line + 1;
    node.begin = mark.pos;
    if (!levels_.empty()) {
      const Level& level = levels_.back();
      if (level.node.kind == NodeKind::kList) {
        node.path = level.node.path + '[' + std::to_string(level.node.items.size()) + ']';
      } else if (level.has_key) {
        node.path = join_path(level.node.path, level.key);
        node.line = level.key_line;
      }
    }
    return node;
  }

  void open(NodeKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    refuse_anchor(mark, anchor);
    if (kind != NodeKind::kMap || tag != kMatrixTag) refuse_tag(mark, tag);
    if (static_cast<int>(levels_.size()) >= kMaxDepth) {
      throw Refused{mark, "nested deeper than " + std::to_string(kMaxDepth) + " levels", "flatten the file"};
    }
    levels_.push_back({make(kind, mark), {}, 0, false});
  }

  void close() {
    ConfigNode node = std::move(levels_.back().node);
    levels_.pop_back();
    const YAML::Mark unused;
    place(unused, std::move(node));
  }

  /// Puts a finished value where it belongs; in a map every other one is a key.
  void place(const YAML::Mark& mark, ConfigNode node) {
    if (levels_.empty()) {
      root_ = std::move(node);
      return;
    }
    Level& level = levels_.back();
    if (level.node.kind == NodeKind::kList) {
      level.node.items.push_back(std::move(node));
      return;
    }
    if (!level.has_key) {
      if (node.kind != NodeKind::kScalar) {
        throw Refused{mark, "a key must be a plain name", {}};
      }
      level.key = std::move(node.text);
      level.key_line = node.line;
      level.has_key = true;
      return;
    }
    level.has_key = false;
    if (const ConfigNode* first = level.node.find(level.key)) {
      problems_.add_at(node, "duplicate key, first given in line " + std::to_string(first->line), {},
                       "keep one of the two");
      return;
    }
    level.node.keys.push_back(level.key);
    level.node.items.push_back(std::move(node));
  }

  std::shared_ptr<const std::string> file_;
  Problems& problems_;
  ConfigNode root_;
  std::vector<Level> levels_;
  int node_count_ = 0;
};

/// @return The first line with a tabulator before its text, counted from 1; 0 when there is none.
int find_tab_indent(const std::string& text) {
  int line = 1;
  bool indent = true;
  for (const char c : text) {
    if (c == '\t' && indent) return line;
    if (c == '\n') ++line;
    indent = c == '\n' || (indent && c == ' ');
  }
  return 0;
}

}  // namespace

ConfigNode parse_yaml(const std::string& text, const std::string& file, Problems& problems) {
  const auto shared_file = std::make_shared<const std::string>(file);
  ConfigNode nothing;
  nothing.file = shared_file;
  const auto fail = [&](int line, std::string problem, std::string remedy) {
    problems.add({file, line, {}, {}, std::move(problem), {}, std::move(remedy)});
    return nothing;
  };
  if (text.size() > kMaxConfigBytes) {
    return fail(0, "larger than " + std::to_string(kMaxConfigBytes / 1024) + " KiB",
                "this is no configuration file");
  }
  if (text.find('\0') != std::string::npos) {
    return fail(0, "holds zero bytes", "this is no text file");
  }
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    TreeBuilder builder(shared_file, problems);
    if (!parser.HandleNextDocument(builder)) {
      return fail(0, "is empty", {});
    }
    ConfigNode root = builder.root();
    TreeBuilder rest(shared_file, problems);
    if (parser.HandleNextDocument(rest)) {
      return fail(rest.root().line, "a second document starts here", "one document a file");
    }
    if (root.kind == NodeKind::kEmpty) {
      return fail(0, "is empty", {});
    }
    return root;
  } catch (const Refused& refused) {
    return fail(refused.mark.line + 1, refused.problem, refused.remedy);
  } catch (const YAML::Exception& error) {
    if (const int line = find_tab_indent(text); line > 0) {
      return fail(line, "a tabulator indents this line, which YAML does not allow", "indent by spaces");
    }
    return fail(error.mark.line + 1, "is not valid YAML: " + error.msg, {});
  }
}

bool read_config_text(const std::string& path, const ConfigNode* referrer, std::string& text,
                      Problems& problems, const ConfigTexts& texts) {
  constexpr std::string_view kXacro = ".xacro";
  if (path.ends_with(kXacro)) {
    const std::string stem = path.substr(0, path.size() - kXacro.size());
    problems.add_of_file(
        path, "holds macros of xacro, not yet a model", {},
        "expand it first: xacro " + path + " > " + stem + (stem.ends_with(".urdf") ? "" : ".urdf"));
    return false;
  }
  auto found = texts(path);
  if (found) {
    text = std::move(*found);
    return true;
  }
  if (referrer != nullptr && referrer->replaces_in) {
    problems.add_at(
        *referrer, "neither " + referrer->text + " nor " + path + " can be opened: the file " + found.error(),
        "a file, relative to the present folder or to that of " + *referrer->replaces_in);
  } else if (referrer != nullptr) {
    problems.add_at(*referrer, "the file " + path + ' ' + found.error(),
                    "a file, relative to the one that names it");
  } else {
    problems.add_of_file(path, "the file " + found.error());
  }
  return false;
}

}  // namespace freefloat
