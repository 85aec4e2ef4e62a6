#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcap/frame_messages.h"
#include "mcap/message.h"
#include "mcap/standard_messages.h"

// Messages by which viewers draw in three dimensions, field by field as their packages define them. Fields
// keep the packages' own names (SI units, radians), so they carry no suffix.

namespace freefloat::foxglove_msgs {

struct Color {
  double r = 0.0, g = 0.0, b = 0.0, a = 1.0;
};

void describe(auto& v, Is<Color> auto& m) {
  v("r", m.r);
  v("g", m.g);
  v("b", m.b);
  v("a", m.a);
}

struct KeyValuePair {
  std::string key;
  std::string value;
};

void describe(auto& v, Is<KeyValuePair> auto& m) {
  v("key", m.key);
  v("value", m.value);
}

struct ArrowPrimitive {
  geometry_msgs::Pose pose;  ///< points along x
  double shaft_length = 0.0, shaft_diameter = 0.0, head_length = 0.0, head_diameter = 0.0;
  Color color;
};

void describe(auto& v, Is<ArrowPrimitive> auto& m) {
  v("pose", m.pose);
  v("shaft_length", m.shaft_length);
  v("shaft_diameter", m.shaft_diameter);
  v("head_length", m.head_length);
  v("head_diameter", m.head_diameter);
  v("color", m.color);
}

struct CubePrimitive {
  geometry_msgs::Pose pose;
  geometry_msgs::Vector3 size;
  Color color;
};

void describe(auto& v, Is<CubePrimitive> auto& m) {
  v("pose", m.pose);
  v("size", m.size);
  v("color", m.color);
}

struct SpherePrimitive {
  geometry_msgs::Pose pose;
  geometry_msgs::Vector3 size;
  Color color;
};

void describe(auto& v, Is<SpherePrimitive> auto& m) {
  v("pose", m.pose);
  v("size", m.size);
  v("color", m.color);
}

struct CylinderPrimitive {
  geometry_msgs::Pose pose;
  geometry_msgs::Vector3 size;
  double bottom_scale = 1.0, top_scale = 1.0;
  Color color;
};

void describe(auto& v, Is<CylinderPrimitive> auto& m) {
  v("pose", m.pose);
  v("size", m.size);
  v("bottom_scale", m.bottom_scale);
  v("top_scale", m.top_scale);
  v("color", m.color);
}

struct LinePrimitive {
  std::uint8_t type = 0;  ///< 0: strip, 1: closed loop, 2: pairs
  geometry_msgs::Pose pose;
  double thickness = 0.0;
  bool scale_invariant = false;
  std::vector<geometry_msgs::Point> points;
  Color color;
  std::vector<Color> colors;
  std::vector<std::uint32_t> indices;
};

void describe(auto& v, Is<LinePrimitive> auto& m) {
  v("type", m.type);
  v("pose", m.pose);
  v("thickness", m.thickness);
  v("scale_invariant", m.scale_invariant);
  v("points", m.points);
  v("color", m.color);
  v("colors", m.colors);
  v("indices", m.indices);
}

struct TriangleListPrimitive {
  geometry_msgs::Pose pose;
  std::vector<geometry_msgs::Point> points;
  Color color;
  std::vector<Color> colors;
  std::vector<std::uint32_t> indices;
};

void describe(auto& v, Is<TriangleListPrimitive> auto& m) {
  v("pose", m.pose);
  v("points", m.points);
  v("color", m.color);
  v("colors", m.colors);
  v("indices", m.indices);
}

struct TextPrimitive {
  geometry_msgs::Pose pose;
  bool billboard = false;
  double font_size = 0.0;
  bool scale_invariant = false;
  Color color;
  std::string text;
};

void describe(auto& v, Is<TextPrimitive> auto& m) {
  v("pose", m.pose);
  v("billboard", m.billboard);
  v("font_size", m.font_size);
  v("scale_invariant", m.scale_invariant);
  v("color", m.color);
  v("text", m.text);
}

struct ModelPrimitive {
  geometry_msgs::Pose pose;
  geometry_msgs::Vector3 scale;
  Color color;
  bool override_color = false;
  std::string url;
  std::string media_type;
  std::vector<std::uint8_t> data;
};

void describe(auto& v, Is<ModelPrimitive> auto& m) {
  v("pose", m.pose);
  v("scale", m.scale);
  v("color", m.color);
  v("override_color", m.override_color);
  v("url", m.url);
  v("media_type", m.media_type);
  v("data", m.data);
}

struct SceneEntityDeletion {
  builtin_interfaces::Time timestamp;
  std::uint8_t type = 0;  ///< 0: those of the id, 1: all
  std::string id;
};

void describe(auto& v, Is<SceneEntityDeletion> auto& m) {
  v("timestamp", m.timestamp);
  v("type", m.type);
  v("id", m.id);
}

struct SceneEntity {
  builtin_interfaces::Time timestamp;
  std::string frame_id;
  std::string id;
  builtin_interfaces::Duration lifetime;  ///< zero: until it is replaced
  bool frame_locked = false;              ///< follows its frame
  std::vector<KeyValuePair> metadata;
  std::vector<ArrowPrimitive> arrows;
  std::vector<CubePrimitive> cubes;
  std::vector<SpherePrimitive> spheres;
  std::vector<CylinderPrimitive> cylinders;
  std::vector<LinePrimitive> lines;
  std::vector<TriangleListPrimitive> triangles;
  std::vector<TextPrimitive> texts;
  std::vector<ModelPrimitive> models;
};

void describe(auto& v, Is<SceneEntity> auto& m) {
  v("timestamp", m.timestamp);
  v("frame_id", m.frame_id);
  v("id", m.id);
  v("lifetime", m.lifetime);
  v("frame_locked", m.frame_locked);
  v("metadata", m.metadata);
  v("arrows", m.arrows);
  v("cubes", m.cubes);
  v("spheres", m.spheres);
  v("cylinders", m.cylinders);
  v("lines", m.lines);
  v("triangles", m.triangles);
  v("texts", m.texts);
  v("models", m.models);
}

struct SceneUpdate {
  std::vector<SceneEntityDeletion> deletions;
  std::vector<SceneEntity> entities;
};

void describe(auto& v, Is<SceneUpdate> auto& m) {
  v("deletions", m.deletions);
  v("entities", m.entities);
}

}  // namespace freefloat::foxglove_msgs
