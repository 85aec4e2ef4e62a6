#pragma once

#include <string>
#include <string_view>

#include "types/joint_vector.h"

namespace freefloat {

enum class TextAnchor { kStart, kMiddle, kEnd };

/// Builds one SVG picture. Coordinates in pixels, x right, y down. Looks come from CSS classes
/// (style.h). All text is escaped here and nowhere else.
class SvgWriter {
 public:
  /// @param title, description Read aloud by screen readers.
  /// @param id Of the element, without spaces; must differ between the pictures of one page.
  SvgWriter(double width, double height, std::string_view id, std::string_view title,
            std::string_view description);

  /// Makes a file of its own: adds the name space, `style` and a background.
  void make_standalone(std::string_view style);

  /// For pictures whose height is known only when they are drawn.
  void set_height(double height) { height_ = height; }

  /// @param attributes Further attributes, written as they are: literals of this program only.
  void begin_group(std::string_view css_class, std::string_view attributes = {});
  void end_group();

  void line(const Vector2& from, const Vector2& to, std::string_view css_class);
  void rectangle(const Vector2& upper_left, const Vector2& size, std::string_view css_class,
                 double radius = 0.0);
  void circle(const Vector2& centre, double radius, std::string_view css_class);
  void path(std::string_view data, std::string_view css_class, std::string_view attributes = {});
  void text(const Vector2& at, std::string_view content, std::string_view css_class,
            TextAnchor anchor = TextAnchor::kStart);

  /// A tool tip for the last opened group.
  void tool_tip(std::string_view content);

  /// Markup made by this class's callers from literals and numbers alone.
  void raw(std::string_view markup) { body_ += markup; }

  /// @return The whole element.
  std::string finish() const;

 private:
  double width_;
  double height_;
  std::string head_;
  std::string id_;
  std::string style_;
  std::string body_;
};

/// @return Estimated width of `content` in the report's typeface, pixels, rather too wide than too narrow.
double text_width(std::string_view content, double font_size);

}  // namespace freefloat
