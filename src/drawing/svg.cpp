#include "drawing/svg.h"

#include "drawing/number_format.h"

namespace freefloat {

namespace {

std::string attribute(std::string_view name, double value) {
  return " " + std::string(name) + "=\"" + format_coordinate(value, 2) + "\"";
}

std::string class_attribute(std::string_view css_class) {
  return css_class.empty() ? "" : " class=\"" + std::string(css_class) + "\"";
}

}  // namespace

SvgWriter::SvgWriter(double width, double height, std::string_view id, std::string_view title,
                     std::string_view description)
    : width_(width), height_(height), id_(id) {
  head_ = "<title id=\"" + id_ + "-t\">" + escape_markup(title) + "</title>";
  head_ += "<desc id=\"" + id_ + "-d\">" + escape_markup(description) + "</desc>";
}

void SvgWriter::make_standalone(std::string_view style) {
  style_ = "<style>" + std::string(style) + "</style><rect class=\"paper\" width=\"100%\" height=\"100%\"/>";
}

void SvgWriter::begin_group(std::string_view css_class, std::string_view attributes) {
  body_ += "<g" + class_attribute(css_class);
  if (!attributes.empty()) body_ += " " + std::string(attributes);
  body_ += ">";
}

void SvgWriter::end_group() {
  body_ += "</g>\n";
}

void SvgWriter::line(const Vector2& from, const Vector2& to, std::string_view css_class) {
  body_ += "<line" + class_attribute(css_class) + attribute("x1", from.x()) + attribute("y1", from.y()) +
           attribute("x2", to.x()) + attribute("y2", to.y()) + "/>";
}

void SvgWriter::rectangle(const Vector2& upper_left, const Vector2& size, std::string_view css_class,
                          double radius) {
  body_ += "<rect" + class_attribute(css_class) + attribute("x", upper_left.x()) +
           attribute("y", upper_left.y()) + attribute("width", size.x()) + attribute("height", size.y());
  if (radius > 0.0) body_ += attribute("rx", radius);
  body_ += "/>";
}

void SvgWriter::circle(const Vector2& centre, double radius, std::string_view css_class) {
  body_ += "<circle" + class_attribute(css_class) + attribute("cx", centre.x()) +
           attribute("cy", centre.y()) + attribute("r", radius) + "/>";
}

void SvgWriter::path(std::string_view data, std::string_view css_class, std::string_view attributes) {
  if (data.empty()) return;
  body_ += "<path" + class_attribute(css_class) + " d=\"" + std::string(data) + "\"";
  if (!attributes.empty()) body_ += " " + std::string(attributes);
  body_ += "/>";
}

void SvgWriter::text(const Vector2& at, std::string_view content, std::string_view css_class,
                     TextAnchor anchor) {
  body_ += "<text" + class_attribute(css_class) + attribute("x", at.x()) + attribute("y", at.y());
  if (anchor == TextAnchor::kMiddle) body_ += " text-anchor=\"middle\"";
  if (anchor == TextAnchor::kEnd) body_ += " text-anchor=\"end\"";
  body_ += ">" + escape_markup(content) + "</text>";
}

void SvgWriter::tool_tip(std::string_view content) {
  body_ += "<title>" + escape_markup(content) + "</title>";
}

std::string SvgWriter::finish() const {
  // A page sets the size itself; a file of its own must bring it.
  const std::string own = style_.empty() ? ""
                                         : " xmlns=\"http://www.w3.org/2000/svg\"" +
                                               attribute("width", width_) + attribute("height", height_);
  return "<svg" + own + " id=\"" + id_ + "\" viewBox=\"0 0 " + format_coordinate(width_) + " " +
         format_coordinate(height_) + "\" role=\"img\" aria-labelledby=\"" + id_ + "-t " + id_ + "-d\">" +
         head_ + style_ + body_ + "</svg>\n";
}

double text_width(std::string_view content, double font_size) {
  double width = 0.0;
  for (const char c : content) {
    if ((static_cast<unsigned char>(c) & 0xC0) == 0x80) continue;
    const bool narrow = std::string_view("iljtfr.,:;'| ()-").find(c) != std::string_view::npos;
    const bool wide = std::string_view("mwMWGOQ@%").find(c) != std::string_view::npos;
    width += narrow ? 0.4 : wide ? 0.95 : c >= 'A' && c <= 'Z' ? 0.74 : 0.63;
  }
  return width * font_size;
}

}  // namespace freefloat
