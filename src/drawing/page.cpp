#include "drawing/page.h"

#include <fstream>
#include <system_error>

#include "drawing/number_format.h"
#include "drawing/style.h"

namespace freefloat {

std::string element(std::string_view tag, std::string_view text) {
  return "<" + std::string(tag) + ">" + escape_markup(text) + "</" + std::string(tag) + ">";
}

std::string figure_card(const Figure& figure, bool timed) {
  return "<section class=\"card\">" + element("h2", figure.heading) + "<figure><div class=\"scroll" +
         (timed ? " timed" : "") + "\">" + figure.svg + "</div>" + element("figcaption", figure.caption) +
         "</figure></section>\n";
}

std::string number_tile(std::string_view name, std::string_view number, std::string_view unit,
                        std::string_view note, bool bad) {
  std::string html = bad ? "<div class=\"bad\">" : "<div>";
  html += element("dt", name) + "<dd>" + escape_markup(number);
  if (number != "–" && !unit.empty()) html += element("small", unit);
  if (!note.empty()) html += element("span", note);
  return html + "</dd></div>";
}

std::string make_page(std::string_view title, std::string_view body, std::string_view script) {
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n";
  html += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";
  // The browser itself sees to it that nothing is loaded from anywhere.
  html +=
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';style-src 'unsafe-inline';"
      "script-src 'unsafe-inline'\">\n";
  html += element("title", title);
  html.append("<style>").append(theme_style()).append(picture_style()).append(page_style());
  html.append("</style></head>\n<body><main>\n").append(body).append("</main>\n");
  if (!script.empty()) html.append("<script>").append(script).append("</script>");
  return html + "</body></html>\n";
}

tl::expected<void, std::string> write_page(std::string_view content, const std::filesystem::path& path) {
  std::filesystem::path partial = path;
  partial += ".part";
  std::ofstream file(partial, std::ios::binary | std::ios::trunc);
  file << content;
  file.close();
  std::error_code error;
  if (!file) {
    std::filesystem::remove(partial, error);
    return tl::unexpected("cannot write " + partial.string());
  }
  std::filesystem::rename(partial, path, error);
  if (error) return tl::unexpected("cannot write " + path.string() + ": " + error.message());
  return {};
}

}  // namespace freefloat
