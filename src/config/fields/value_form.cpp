#include "config/fields/value_form.h"

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>

#include "config/fields/held_value.h"
#include "config/fields/simple_value.h"
#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

namespace {

/// What one function reads and JSON can hold as it is.
template <typename Value>
ValueForm simple_form(std::string wanted, void (*read)(const ConfigNode&, Value&, Problems&), Json schema) {
  return {std::move(wanted),
          [read](const ConfigNode& node, void* member, Problems& problems) {
            read(node, *static_cast<Value*>(member), problems);
          },
          [](const void* member) { return Json(*static_cast<const Value*>(member)); },
          [schema] { return schema; }};
}

}  // namespace

template <typename Value>
ValueForm numeric_form(std::string_view key, Range range) {
  using Number = HeldType<Value>;
  const NumberRule rule{unit_of(key), range};
  return {rule.text(),
          [rule](const ConfigNode& node, void* member, Problems& problems) {
            Number number{};
            if (read_numeric(node, rule, number, problems)) *static_cast<Value*>(member) = std::move(number);
          },
          [rule](const void* member) {
            const Number* held = held_value(*static_cast<const Value*>(member));
            return held == nullptr ? Json() : write_numeric(rule, *held);
          },
          [rule] { return numeric_schema<Number>(rule); }};
}

ValueForm flag_form() {
  return simple_form("true or false", read_flag, {{"type", "boolean"}});
}

ValueForm text_form() {
  return simple_form("text", read_text, {{"type", "string"}});
}

ValueForm path_form() {
  return simple_form("a file, relative to this one", read_path,
                     {{"type", "string"}, {"format", kPathFormat}});
}

ValueForm word_form(std::vector<std::string> words, const std::function<void(void*, std::size_t)>& set,
                    const std::function<std::size_t(const void*)>& get) {
  return {list_words(words),
          [words, set](const ConfigNode& node, void* member, Problems& problems) {
            if (const auto word = read_word(node, words, problems)) set(member, *word);
          },
          [words, get](const void* member) {
            const std::size_t word = get(member);
            return word < words.size() ? Json(words[word]) : Json();
          },
          [words] {
            return Json{{"enum", words}};
          }};
}

#define FF_NUMERIC_FORM(...)                                             \
  template ValueForm numeric_form<__VA_ARGS__>(std::string_view, Range); \
  template ValueForm numeric_form<std::optional<__VA_ARGS__>>(std::string_view, Range)

FF_NUMERIC_FORM(double);
FF_NUMERIC_FORM(int);
FF_NUMERIC_FORM(std::uint64_t);
FF_NUMERIC_FORM(Duration);
FF_NUMERIC_FORM(Time);
FF_NUMERIC_FORM(Vector2);
FF_NUMERIC_FORM(Eigen::Vector3d);
FF_NUMERIC_FORM(Eigen::Matrix3d);
FF_NUMERIC_FORM(JointVector);
FF_NUMERIC_FORM(std::vector<double>);
FF_NUMERIC_FORM(std::vector<Vector2>);
FF_NUMERIC_FORM(std::array<double, 6>);

#undef FF_NUMERIC_FORM

}  // namespace freefloat
