#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcap/message.h"

namespace freefloat {

/// Visitor that writes a message's fields as a ROS 2 message definition and remembers the messages inside it.
class SchemaTextBuilder {
 public:
  /// A message type that is used but not yet written.
  struct Nested {
    std::string name;
    std::string (*write)(std::vector<Nested>& nested);
  };

  explicit SchemaTextBuilder(std::vector<Nested>& nested) : nested_(nested) {}

  template <class T>
  void operator()(std::string_view name, const T& value) {
    if constexpr (Enumeration<T>) {
      add_constants<T>(name);
      add_line("uint8", "", name);
    } else if constexpr (kIsDynamicMatrix<T>) {
      add_line("float64", "[]", name);
    } else if constexpr (kIsMatrix<T>) {
      // Not `"[" + std::to_string(..)`, of which GCC 12 warns falsely (GCC bug 105651).
      add_line("float64", std::string("[").append(std::to_string(T::SizeAtCompileTime)).append("]"), name);
    } else if constexpr (kIsOptional<T>) {
      add_line("bool", "", std::string("has_").append(name));
      add_line(type_name<typename T::value_type>(), "[]", name);
    } else if constexpr (kIsVector<T>) {
      add_line(type_name<typename T::value_type>(), "[]", name);
    } else {
      add_line(type_name<T>(), "", name);
    }
    static_cast<void>(value);
  }

  template <class T, std::size_t N, std::integral Count>
  void used(std::string_view name, const std::array<T, N>&, const Count&) {
    add_line(type_name<T>(), "[]", name);
  }

  std::string take_text() { return std::move(text_); }

 private:
  void add_line(std::string_view type, std::string_view array, std::string_view name);
  void add_constant(std::string_view field, std::string_view enumerator, std::size_t value);
  void add_nested(Nested nested);

  template <class T>
  void add_constants(std::string_view name) {
    for (std::size_t i = 0; i < kEnumeratorNames<T>.size(); ++i)
      add_constant(name, kEnumeratorNames<T>[i], i);
  }

  template <class T>
  static std::string write_fields(std::vector<Nested>& nested) {
    SchemaTextBuilder builder(nested);
    const T message{};
    describe(builder, message);
    return builder.take_text();
  }

  template <class T>
  std::string type_name() {
    if constexpr (std::same_as<T, bool>) {
      return "bool";
    } else if constexpr (std::same_as<T, std::byte>) {
      return "byte";
    } else if constexpr (std::same_as<T, double>) {
      return "float64";
    } else if constexpr (std::integral<T>) {
      constexpr std::array<std::string_view, 4> kSigned{"int8", "int16", "int32", "int64"};
      constexpr std::array<std::string_view, 4> kUnsigned{"uint8", "uint16", "uint32", "uint64"};
      return std::string((std::is_signed_v<T> ? kSigned : kUnsigned)[std::bit_width(sizeof(T)) - 1]);
    } else if constexpr (TimeLike<T>) {
      return "int64";
    } else if constexpr (std::same_as<T, std::string> || kIsFixedText<T>) {
      return "string";
    } else {
      static_assert(Message<T>, "this type has no form in a message");
      add_nested({message_name<T>(), &write_fields<T>});
      return message_name<T>();
    }
  }

  template <Message T>
  friend std::string schema_text();

  std::vector<Nested>& nested_;
  std::string text_;
};

/// Joins the definitions of nested messages to `text`, each after a line of 80 '=' and `MSG: package/Type`,
/// once.
std::string append_nested(std::string text, std::vector<SchemaTextBuilder::Nested>& nested);

/// @return The complete `ros2msg` schema of a message.
template <Message T>
std::string schema_text() {
  std::vector<SchemaTextBuilder::Nested> nested;
  std::string text = SchemaTextBuilder::write_fields<T>(nested);
  return append_nested(std::move(text), nested);
}

/// @return The full name that the schema is known by: `package/msg/Type`.
template <Message T>
std::string schema_name() {
  std::string name = message_name<T>();
  return name.insert(name.find('/'), "/msg");
}

}  // namespace freefloat
