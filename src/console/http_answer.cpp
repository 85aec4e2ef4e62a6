#include "console/http_answer.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <utility>

namespace freefloat::console {
namespace {

constexpr std::string_view kPageRules = "default-src 'self'; frame-ancestors 'self'";
// Reports hold their style and script themselves and load nothing.
constexpr std::string_view kReportRules =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "frame-ancestors 'self'";
// A redirect would not send the cookie, which goes only where this program's own page leads.
constexpr std::string_view kGoOn =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; "
    "url=/\">"
    "<title>Freefloat</title><p>You may command. <a href=\"/\">Go on to the console</a></p></html>\n";

constexpr std::array<std::pair<int, std::string_view>, 9> kReasons{{
    {200, "OK"},
    {400, "Bad Request"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {413, "Content Too Large"},
    {421, "Misdirected Request"},
    {426, "Upgrade Required"},
    {431, "Request Header Fields Too Large"},
}};

std::string_view reason_of(int status) {
  for (const auto& [known, reason] : kReasons) {
    if (known == status) return reason;
  }
  return "Refused";
}

struct Head {
  int status = 200;
  std::string_view type{};
  std::string_view rules = kPageRules;
  std::string more{};  ///< whole lines
};

void fill_head(HttpAnswer& answer, const Head& head, std::size_t size) {
  std::string& text = answer.bytes;
  text.append("HTTP/1.1 ").append(std::to_string(head.status)).append(" ");
  text.append(reason_of(head.status)).append("\r\nServer: freefloat\r\nContent-Type: ");
  text.append(head.type).append("\r\nContent-Length: ").append(std::to_string(size));
  text.append("\r\nContent-Security-Policy: ").append(head.rules);
  text.append(
      "\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n");
  text.append(head.more);
  text.append(answer.keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
}

void fill_text(HttpAnswer& answer, const Head& head, std::string_view body, bool head_only) {
  fill_head(answer, head, body.size());
  if (!head_only) answer.bytes.append(body);
}

/// A file that is sent piece by piece, so that a log of hours takes no memory.
struct OpenFile {
  std::ifstream stream;
  std::size_t left = 0;

  std::string next_piece() {
    constexpr std::size_t kPiece = 256 * 1024;
    std::string piece(std::min(left, kPiece), '\0');
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    // Shorter than it was at first: there is no more of it.
    piece.resize(stream.gcount());
    left -= piece.size();
    return piece;
  }
};

/// @return Null when there is no such file.
std::shared_ptr<OpenFile> open_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return nullptr;
  auto file = std::make_shared<OpenFile>();
  file->stream.open(path, std::ios::binary);
  file->left = std::filesystem::file_size(path, error);
  return file->stream && !error ? file : nullptr;
}

void fill_refusal(HttpAnswer& answer, bool head_only) {
  Head head{.status = answer.verdict.status, .type = "text/plain; charset=utf-8"};
  if (head.status == 405) head.more = "Allow: GET, HEAD\r\n";
  if (head.status == 426) head.more = "Upgrade: websocket\r\n";
  fill_text(answer, head, answer.verdict.words + "\n", head_only);
}

/// @return False when there is no such file.
bool fill_file(HttpAnswer& answer, const std::filesystem::path& path, const Head& head, bool head_only) {
  const std::shared_ptr<OpenFile> file = open_file(path);
  if (!file) return false;
  fill_head(answer, head, file->left);
  if (head_only) return true;
  answer.bytes += file->next_piece();
  answer.left = file->left;
  if (answer.left > 0) answer.more = [file] { return file->next_piece(); };
  return true;
}

}  // namespace

HttpDesk::HttpDesk(AccessRules rules, PageFiles files, std::filesystem::path runs_folder,
                   std::function<bool(const std::string&)> knows_run)
    : rules_(std::move(rules)),
      files_(std::move(files)),
      runs_folder_(std::move(runs_folder)),
      knows_run_(std::move(knows_run)) {}

HttpAnswer HttpDesk::answer(const RequestFacts& request, bool keep_alive) const {
  HttpAnswer answer;
  answer.keep_alive = keep_alive;
  Verdict& verdict = answer.verdict = decide(request, rules_);
  const bool head_only = request.method == "HEAD";
  if (verdict.way == Verdict::Way::kWebSocket) return answer;
  if (verdict.way == Verdict::Way::kSetToken) {
    Head head{.type = "text/html; charset=utf-8"};
    head.more = "Set-Cookie: " + std::string(kTokenCookie) + "=" + rules_.token +
                "; Path=/; HttpOnly; SameSite=Strict" + (rules_.encrypted ? "; Secure" : "") + "\r\n";
    fill_text(answer, head, kGoOn, head_only);
    return answer;
  }
  if (verdict.way == Verdict::Way::kFile) {
    if (const PageFiles::File* file = files_.find(verdict.path);
        file == nullptr || !fill_file(answer, file->path, {.type = file->type}, head_only))
      verdict = console::refuse(404, "the page's file " + verdict.path + " has gone since the start");
  } else if (verdict.way == Verdict::Way::kRunFile) {
    if (runs_folder_.empty() || !knows_run_(verdict.run) ||
        !fill_file(answer, runs_folder_ / verdict.run / verdict.run_file,
                   {.type = content_type(verdict.run_file), .rules = kReportRules}, head_only))
      verdict = console::refuse(404, "of the run " + verdict.run + " there is no " + verdict.run_file);
  }
  if (verdict.way == Verdict::Way::kRefuse) fill_refusal(answer, head_only);
  return answer;
}

HttpAnswer HttpDesk::refuse(int status, const std::string& words) {
  HttpAnswer answer;
  answer.keep_alive = false;
  answer.verdict = console::refuse(status, words);
  fill_refusal(answer, false);
  return answer;
}

}  // namespace freefloat::console
