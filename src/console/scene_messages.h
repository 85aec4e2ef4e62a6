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
FF_FIELDS(Color, r, g, b, a)

struct KeyValuePair {
  std::string key;
  std::string value;
};
FF_FIELDS(KeyValuePair, key, value)

struct ArrowPrimitive {
  geometry_msgs::Pose pose;  ///< points along x
  double shaft_length = 0.0, shaft_diameter = 0.0, head_length = 0.0, head_diameter = 0.0;
  Color color;
};
FF_FIELDS(ArrowPrimitive, pose, shaft_length, shaft_diameter, head_length, head_diameter, color)

struct CubePrimitive {
  geometry_msgs::Pose pose;
  geometry_msgs::Vector3 size;
  Color color;
};
FF_FIELDS(CubePrimitive, pose, size, color)

struct SpherePrimitive {
  geometry_msgs::Pose pose;
  geometry_msgs::Vector3 size;
  Color color;
};
FF_FIELDS(SpherePrimitive, pose, size, color)

struct CylinderPrimitive {
  geometry_msgs::Pose pose;
  geometry_msgs::Vector3 size;
  double bottom_scale = 1.0, top_scale = 1.0;
  Color color;
};
FF_FIELDS(CylinderPrimitive, pose, size, bottom_scale, top_scale, color)

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
FF_FIELDS(LinePrimitive, type, pose, thickness, scale_invariant, points, color, colors, indices)

struct TriangleListPrimitive {
  geometry_msgs::Pose pose;
  std::vector<geometry_msgs::Point> points;
  Color color;
  std::vector<Color> colors;
  std::vector<std::uint32_t> indices;
};
FF_FIELDS(TriangleListPrimitive, pose, points, color, colors, indices)

struct TextPrimitive {
  geometry_msgs::Pose pose;
  bool billboard = false;
  double font_size = 0.0;
  bool scale_invariant = false;
  Color color;
  std::string text;
};
FF_FIELDS(TextPrimitive, pose, billboard, font_size, scale_invariant, color, text)

struct ModelPrimitive {
  geometry_msgs::Pose pose;
  geometry_msgs::Vector3 scale;
  Color color;
  bool override_color = false;
  std::string url;
  std::string media_type;
  std::vector<std::uint8_t> data;
};
FF_FIELDS(ModelPrimitive, pose, scale, color, override_color, url, media_type, data)

struct SceneEntityDeletion {
  builtin_interfaces::Time timestamp;
  std::uint8_t type = 0;  ///< 0: those of the id, 1: all
  std::string id;
};
FF_FIELDS(SceneEntityDeletion, timestamp, type, id)

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
FF_FIELDS(SceneEntity, timestamp, frame_id, id, lifetime, frame_locked, metadata, arrows, cubes, spheres,
          cylinders, lines, triangles, texts, models)

struct SceneUpdate {
  std::vector<SceneEntityDeletion> deletions;
  std::vector<SceneEntity> entities;
};
FF_FIELDS(SceneUpdate, deletions, entities)

}  // namespace freefloat::foxglove_msgs
