#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "console/page_files.h"
#include "console/rights.h"

namespace freefloat::console {

/// The answer to an HTTP request, ready to be sent.
struct HttpAnswer {
  Verdict verdict;    ///< kWebSocket: nothing else is filled in
  std::string bytes;  ///< head and first piece of the body
  std::function<std::string()>
      more{};            ///< gives the next piece, the last of which is empty; none: that is all
  std::size_t left = 0;  ///< bytes that `more` is to give
  bool keep_alive = true;
};

/// Answers requests by the rules; reads the page's and the runs' files.
class HttpDesk {
 public:
  /// @param knows_run Whether the desk has listed a run of that name.
  HttpDesk(AccessRules rules, PageFiles files, std::filesystem::path runs_folder,
           std::function<bool(const std::string&)> knows_run);

  HttpAnswer answer(const RequestFacts& request, bool keep_alive) const;

  /// For what is no request: too long, with a body, malformed.
  static HttpAnswer refuse(int status, const std::string& words);

  const AccessRules& rules() const { return rules_; }

 private:
  AccessRules rules_;
  PageFiles files_;
  std::filesystem::path runs_folder_;
  std::function<bool(const std::string&)> knows_run_;
};

}  // namespace freefloat::console
