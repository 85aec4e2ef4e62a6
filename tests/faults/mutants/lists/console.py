"""The console: whom it answers, who may command, how fast, and that STOP comes before all of it."""

TESTS = [("unit_console", ["--gtest_filter=Rights*:Lease*:RateLimit*:HubTest*:HttpAnswerTest*:ClientMessages*:Outbox*:RefusedCommands*"])]

_CONSOLE = "src/console/"

_DAY = [("unit_operate", ["--gtest_filter=WhatCan*"])]

MUTATIONS = [
    # Names, pages, token.
    (_CONSOLE + "rights.cpp", "if (rules.hosts.contains(host)) return true;", "return true;"),
    (_CONSOLE + "rights.cpp", "return rules.any_local_address && !request", "return !request"),
    (_CONSOLE + "rights.cpp", "if (!knows_host(request, rules))", "if (false)"),
    (_CONSOLE + "rights.cpp", "return is_token(cookie_value(request.cookie, kTokenCookie), rules.token);", "return true;"),
    (_CONSOLE + "rights.cpp", "return !request.origin || in_small", "return true || in_small"),
    (_CONSOLE + "rights.cpp", "if (!own && std::find(", "if (false && std::find("),
    (_CONSOLE + "rights.cpp", "verdict.may_command = own && has_token(request, rules);", "verdict.may_command = has_token(request, rules);"),
    (_CONSOLE + "rights.cpp", "verdict.may_command = own && has_token(request, rules);", "verdict.may_command = own;"),
    (_CONSOLE + "rights.cpp", "if (request.method != \"GET\" && request.method != \"HEAD\")", "if (false)"),
    (_CONSOLE + "rights.cpp", "if (request.method != \"GET\") return refuse(405, \"a WebSocket begins with GET\");", ""),
    (_CONSOLE + "rights.cpp", "if (!is_token(query.substr(kTokenQuery.size()), rules.token))", "if (false)"),
    (_CONSOLE + "rights.cpp", "if (token.empty() || given.size() != token.size()) return false;", "if (given.size() != token.size()) return false;"),
    (_CONSOLE + "rights.cpp", "if (token.empty() || given.size() != token.size()) return false;", "if (token.empty() || given.size() < token.size()) return false;"),
    (_CONSOLE + "rights.cpp", "difference |= ", "difference = "),
    (_CONSOLE + "rights.cpp", "if (!rules.files.contains(file)) return refuse", "if (false) return refuse"),
    (_CONSOLE + "rights.cpp", "name.size() <= kLongestRunName && ", ""),
    (_CONSOLE + "rights.cpp", "name != \".\" && name != \"..\" &&", ""),
    (_CONSOLE + "rights.cpp", "return (c < 0x80 && std::isalnum(c) != 0) || c == '.'", "return true || c == '.'"),
    (_CONSOLE + "rights.cpp", "std::find(kRunFiles.begin(), kRunFiles.end(), file) == kRunFiles.end()", "false"),
    (_CONSOLE + "http_answer.cpp", "; Path=/; HttpOnly; SameSite=Strict", "; Path=/; SameSite=Strict"),
    (_CONSOLE + "http_answer.cpp", "; Path=/; HttpOnly; SameSite=Strict", "; Path=/; HttpOnly"),
    (_CONSOLE + "http_answer.cpp", "runs_folder_.empty() || !knows_run_(verdict.run) ||", "runs_folder_.empty() ||"),
    # Lease.
    (_CONSOLE + "lease.cpp", "if (holder_ && holder_->client != wish.client)", "if (false)"),
    (_CONSOLE + "lease.cpp", "if (!is_held_by(client)) return \"you do not command\";", ""),
    (_CONSOLE + "lease.cpp", "if (is_held_by(client)) holder_->heard = now;", "if (holder_) holder_->heard = now;"),
    (_CONSOLE + "lease.cpp", "  if (!is_held_by(client)) return std::nullopt;\n", ""),
    (_CONSOLE + "lease.cpp", "if (!holder_ || now - holder_->heard < kPatience) return std::nullopt;", "if (!holder_ || now >= holder_->heard) return std::nullopt;"),
    (_CONSOLE + "lease.cpp", "if (wish_ && wish_->client == client) {", "if (false) {"),
    (_CONSOLE + "lease.cpp", "if (next) next->heard = now;", ""),
    (_CONSOLE + "lease.cpp", "if (blank) return ", "if (false) return "),
    (_CONSOLE + "lease.cpp", "return strange ? \"a name has no control characters\" : \"\";", "return \"\";"),
    # What each service needs.
    (_CONSOLE + "service_desk.cpp", "if (needs == Needs::kNothing) return {};", "if (needs != Needs::kNothing) return {};"),
    (_CONSOLE + "service_desk.cpp", "if (!client.may_command)", "if (false)"),
    (_CONSOLE + "service_desk.cpp", "needs == Needs::kToken || lease.is_held_by(client.id)", "needs == Needs::kToken || lease.holder()"),
    (_CONSOLE + "service_desk.cpp", "object_to(client, Needs::kTokenAndLease, lease_)", "std::string()"),
    (_CONSOLE + "service_desk.cpp", "desk_.operator_lost();", ""),
    (_CONSOLE + "service_desk.cpp", "if (!refusals_.admit(now)) {", "if (false) {"),
    (_CONSOLE + "services.cpp", "Service{\"arm\", Needs::kTokenAndLease", "Service{\"arm\", Needs::kToken"),
    (_CONSOLE + "services.cpp", "Service{\"arm_confirm\", Needs::kTokenAndLease", "Service{\"arm_confirm\", Needs::kNothing"),
    (_CONSOLE + "services.cpp", "Service{\"run\", Needs::kTokenAndLease", "Service{\"run\", Needs::kToken"),
    (_CONSOLE + "services.cpp", "Service{\"jog_joint\", Needs::kTokenAndLease", "Service{\"jog_joint\", Needs::kNothing"),
    (_CONSOLE + "services.cpp", "Service{\"acknowledge\", Needs::kTokenAndLease", "Service{\"acknowledge\", Needs::kToken"),
    (_CONSOLE + "services.cpp", "Service{\"lease_take\", Needs::kToken", "Service{\"lease_take\", Needs::kNothing"),
    # Floods, silence, and STOP.
    (_CONSOLE + "hub.cpp", "if (client_count_ >= config_.max_clients) {", "if (false) {"),
    (_CONSOLE + "hub.cpp", "if (!within_limit) return limit(*client, now);", ""),
    (_CONSOLE + "hub.cpp", "const bool within_limit = client->rate.admit(now);", "const bool within_limit = client->rate.admit(now);\n  if (!within_limit) return limit(*client, now);"),
    (_CONSOLE + "hub.cpp", "if (bytes.size() > kLongestMessage) {", "if (false) {"),
    (_CONSOLE + "hub.cpp", "now - *client.heard >= kSilence", "false"),
    (_CONSOLE + "hub.cpp", "client.limited_since && now - *client.limited_since >= kLimitedFor", "false"),
    (_CONSOLE + "hub.cpp", "client.outbox.overflows() && !client.cut", "false"),
    (_CONSOLE + "rate_limit.h", "if (left_ < 1.0) return false;", ""),
    # A day at the table: a latch is only left by what takes a simulated cause away.
    ("src/operate/what_can.cpp", "return day.simulated && watch.faults != 0 &&", "return watch.faults != 0 &&", _DAY),
    ("src/operate/what_can.cpp", "return day.simulated && watch.faults != 0 &&", "return day.simulated &&", _DAY),
    ("src/operate/what_can.cpp", "std::find(kOtherFiles.begin(), kOtherFiles.end(), action) != kOtherFiles.end()", "true", _DAY),
]
