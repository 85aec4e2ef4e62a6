#include "console/service_desk.h"

#include <exception>
#include <utility>

#include "console/foxglove_messages.h"
#include "console/services.h"

namespace freefloat::console {
namespace {

using nlohmann::json;

std::string text_of(const Answer& answer) {
  json text{{"done", answer.done}, {"words", answer.words}};
  text["result"] = answer.result.is_null() ? json::object() : answer.result;
  return json_text(text);
}

/// @return Why the client is not heard; empty: it is.
std::string object_to(const Client& client, Needs needs, const Lease& lease) {
  if (needs == Needs::kNothing) return {};
  if (!client.may_command)
    return "you are looking on: to command, open the start-up link that the program printed";
  if (needs == Needs::kToken || lease.is_held_by(client.id)) return {};
  return lease.holder() ? lease.holder()->name + " commands; ask for it, or wait until it is free"
                        : "take command first";
}

/// @return What was asked; null: it is no JSON object. Nothing at all counts as an empty one.
json request_of(const ServiceCall& call) {
  if (call.request.empty()) return json::object();
  json request = json::parse(call.request, nullptr, false);
  return request.is_object() ? request : json();
}

Answer answer_of(std::string objection, std::string words) {
  const bool done = objection.empty();
  return {done, done ? std::move(words) : std::move(objection), {}};
}

}  // namespace

Frame ServiceDesk::stop(const Client& client, std::uint32_t call) noexcept {
  desk_.stop(client.caller);
  return service_response(kStopService, call, R"({"done":true,"words":"STOP","result":{}})");
}

Frame ServiceDesk::answer(Client& client, const ServiceCall& call, Instant now) {
  const Service* service = find_service(call.service);
  if (service == nullptr)
    return refuse(client, call, "there is no service of number " + std::to_string(call.service), now);
  if (call.encoding != "json") return refuse(client, call, "requests are encoded as json here", now);
  const json request = request_of(call);
  if (!request.is_object()) return refuse(client, call, "the request must be a JSON object", now);
  if (std::string objection = object_to(client, service->needs, lease_); !objection.empty()) {
    tell_refused(client.caller, service->name, objection, now);
    return service_response(call.service, call.call, text_of({false, objection, {}}));
  }
  return service_response(call.service, call.call, text_of(answer(client, service->name, request, now)));
}

/// What cannot be answered as the service would.
Frame ServiceDesk::refuse(const Client& client, const ServiceCall& call, const std::string& words,
                          Instant now) {
  const Service* service = find_service(call.service);
  tell_refused(client.caller, service != nullptr ? service->name : "message", words, now);
  return service_failure(call.service, call.call, words);
}

Answer ServiceDesk::answer(Client& client, std::string_view service, const json& request, Instant now) {
  if (!service.starts_with("lease_")) return ask(service, request, client.caller, now);
  const Answer answer = answer_lease(client, service, request, now);
  if (answer.done) {
    desk_.decided(service, true, answer.words, client.caller);
  } else {
    tell_refused(client.caller, service, answer.words, now);
  }
  return answer;
}

Answer ServiceDesk::answer_lease(Client& client, std::string_view service, const json& request, Instant now) {
  if (service == "lease_take") return answer_of(lease_.take(wish_of(client, request, now)), "you command");
  if (service == "lease_ask")
    return answer_of(lease_.ask(wish_of(client, request, now)),
                     lease_.is_held_by(client.id) ? "you command" : "asked for it");
  return answer_of(lease_.give(client.id, now), "given back");
}

std::string ServiceDesk::set(Client& client, const std::string& key, const json& value, Instant now) {
  if (std::string objection = object_to(client, Needs::kTokenAndLease, lease_); !objection.empty()) {
    tell_refused(client.caller, "set", objection, now);
    return objection;
  }
  const std::string text = value.is_string() ? value.get<std::string>() : json_text(value);
  const Answer answer = ask("set", {{"key", key}, {"value", text}}, client.caller, now);
  return answer.done ? std::string() : key + ": " + answer.words;
}

Answer ServiceDesk::ask(std::string_view what, const json& request, const Caller& caller, Instant now) {
  // A request of any form must not end the server.
  try {
    return desk_.ask(what, request, caller);
  } catch (const std::exception& error) {
    Answer answer{false, "the request could not be understood: " + std::string(error.what()), {}};
    tell_refused(caller, what, answer.words, now);
    return answer;
  }
}

void ServiceDesk::tell_refused(const Caller& caller, std::string_view what, const std::string& words,
                               Instant now) {
  if (!refusals_.admit(now)) {
    ++untold_refusals_;
    return;
  }
  const int others = std::exchange(untold_refusals_, 0);
  desk_.decided(what, false,
                others == 0 ? words : std::to_string(others) + " others were refused before; " + words,
                caller);
}

Lease::Holder ServiceDesk::wish_of(Client& client, const json& request, Instant now) const {
  const auto name = request.find("name");
  Lease::Holder wish{client.id, {}, client.caller.address, now};
  if (name != request.end() && name->is_string()) wish.name = name->get<std::string>();
  if (object_to_name(wish.name).empty()) client.caller.name = wish.name;
  return wish;
}

void ServiceDesk::left(ClientId client) {
  if (const auto lost = lease_.left(client)) tell_lost(*lost, "has left");
}

void ServiceDesk::look_at_lease(Instant now) {
  if (const auto lost = lease_.expire(now)) tell_lost(*lost, "was silent for 10 s");
}

void ServiceDesk::tell_lost(const Lease::Holder& holder, std::string_view words) {
  desk_.operator_lost();
  desk_.decided("lease_lost", true, words, {holder.name, holder.address});
}

}  // namespace freefloat::console
