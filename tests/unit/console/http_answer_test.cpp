#include "console/http_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace freefloat::console {
namespace {

using testing::HasSubstr;
using testing::Not;

class HttpAnswerTest : public testing::Test {
 protected:
  HttpAnswerTest()
      : folder_(std::filesystem::path(testing::TempDir()) / ("ff_http_" + std::to_string(getpid()))) {
    write("page/index.html", "<p>page");
    write("page/views/top.js", "export {};");
    write("page/.hidden.js", "hidden");
    write("page/notes.exe", "unknown");
    write("runs/one/report.html", "<p>report");
    write("runs/one/run.mcap", std::string(1'000'000, 'm'));
    write("runs/two/report.html", "<p>two");
    files_ = PageFiles::list(folder_ / "page");
    ConsoleConfig config;
    config.token = "0123456789abcdef0123456789abcdef";
    desk_.emplace(make_rules(config, 8765, files_.paths()), files_, folder_ / "runs",
                  [](const std::string& name) { return name == "one"; });
  }
  ~HttpAnswerTest() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }

  std::string get(std::string_view target, std::string_view method = "GET") {
    RequestFacts request;
    request.method = method;
    request.target = target;
    request.host = "localhost:8765";
    HttpAnswer answer = desk_->answer(request, true);
    std::string bytes = answer.bytes;
    if (answer.more) {
      for (std::string piece = answer.more(); !piece.empty(); piece = answer.more()) bytes += piece;
    }
    return bytes;
  }

  std::filesystem::path folder_;
  PageFiles files_;
  std::optional<HttpDesk> desk_;
};

TEST_F(HttpAnswerTest, PageIsServedWithItsRules) {
  const std::string answer = get("/");
  EXPECT_THAT(answer, HasSubstr("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("Content-Type: text/html; charset=utf-8\r\n"));
  EXPECT_THAT(answer, HasSubstr("Content-Security-Policy: default-src 'self'"));
  EXPECT_THAT(answer, HasSubstr("X-Content-Type-Options: nosniff\r\n"));
  EXPECT_THAT(answer, HasSubstr("Referrer-Policy: no-referrer\r\n"));
  EXPECT_THAT(answer, HasSubstr("Cache-Control: no-store\r\n"));
  EXPECT_THAT(answer, HasSubstr("\r\n\r\n<p>page"));
  EXPECT_THAT(get("/views/top.js"), HasSubstr("text/javascript"));
}

TEST_F(HttpAnswerTest, HeadIsTheSameWithoutTheBody) {
  const std::string answer = get("/", "HEAD");
  EXPECT_THAT(answer, HasSubstr("Content-Length: 7\r\n"));
  EXPECT_TRUE(answer.ends_with("\r\n\r\n"));
}

TEST_F(HttpAnswerTest, HiddenAndUnknownFilesAreNotThere) {
  EXPECT_THAT(get("/.hidden.js"), HasSubstr("404"));
  EXPECT_THAT(get("/notes.exe"), HasSubstr("404"));
}

TEST_F(HttpAnswerTest, FileThatHasGoneIsSaidSo) {
  std::filesystem::remove(folder_ / "page/views/top.js");
  EXPECT_THAT(get("/views/top.js"), HasSubstr("gone"));
}

TEST_F(HttpAnswerTest, OnlyListedRunsAreGivenOut) {
  const std::string report = get("/runs/one/report.html");
  EXPECT_THAT(report, HasSubstr("<p>report"));
  EXPECT_THAT(report, HasSubstr("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                                "img-src data:"));
  EXPECT_THAT(get("/runs/two/report.html"), HasSubstr("404"));
  EXPECT_THAT(get("/runs/one/top_view.svg"), HasSubstr("404"));
}

TEST_F(HttpAnswerTest, LogsComeInPieces) {
  const std::string answer = get("/runs/one/run.mcap");
  EXPECT_THAT(answer.substr(0, 500), HasSubstr("Content-Length: 1000000\r\n"));
  EXPECT_EQ(answer.size() - answer.find("\r\n\r\n") - 4, 1'000'000u);
}

TEST_F(HttpAnswerTest, StartUpLinkSetsTheCookieAndGoesOn) {
  const std::string answer = get("/?token=0123456789abcdef0123456789abcdef");
  EXPECT_THAT(answer,
              HasSubstr("Set-Cookie: freefloat_token=0123456789abcdef0123456789abcdef; Path=/; HttpOnly; "
                        "SameSite=Strict\r\n"));
  EXPECT_THAT(answer, HasSubstr("url=/"));
  const std::string refusal = get("/?token=wrong");
  EXPECT_THAT(refusal, HasSubstr("403"));
  EXPECT_THAT(refusal, HasSubstr("start-up link"));
  EXPECT_THAT(refusal, Not(HasSubstr("Set-Cookie")));
}

TEST_F(HttpAnswerTest, FolderWithoutPageIsAnError) {
  EXPECT_THROW(PageFiles::list(folder_ / "runs"), std::runtime_error);
  EXPECT_THROW(PageFiles::list(folder_ / "nowhere"), std::runtime_error);
}

}  // namespace
}  // namespace freefloat::console
