#include "law/serve_law.h"

#include <dlfcn.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "law/count_allocations.h"
#include "law/law_message.h"
#include "law/python_host.h"

namespace freefloat {

namespace {

void refuse(int socket, std::uint64_t number, const std::string& why) {
  LawReply reply;
  reply.number = number;
  reply.status = kLawRefuses;
  std::copy_n(why.data(), std::min(why.size(), reply.text.size() - 1), reply.text.data());
  ::send(socket, &reply, sizeof reply, MSG_NOSIGNAL);
}

}  // namespace

void serve_library(const std::string& file, int socket) {
  using Law = int (*)(const ff_law_question*, ff_law_answer*);
  using Version = std::uint32_t (*)();
  // Without a slash it would be sought among the system's libraries.
  void* const library = ::dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return refuse(socket, 0, ::dlerror());
  const auto law = reinterpret_cast<Law>(::dlsym(library, "freefloat_law"));
  const auto version = reinterpret_cast<Version>(::dlsym(library, "freefloat_law_version"));
  if (law == nullptr || version == nullptr)
    return refuse(socket, 0, "it defines no law: use FREEFLOAT_LAW of freefloat_law.h");
  if (version() != FF_LAW_VERSION) {
    return refuse(socket, 0,
                  "it was made for version " + std::to_string(version()) + " of freefloat_law.h, this is " +
                      std::to_string(FF_LAW_VERSION) + ": compile it again");
  }
  const bool counted = count_allocations();
  LawReply reply;
  reply.status = kLawReady;
  ::send(socket, &reply, sizeof reply, MSG_NOSIGNAL);
  LawRequest request;
  while (::recv(socket, &request, sizeof request, 0) == sizeof request) {
    reply = {};
    reply.number = request.number;
    const std::uint64_t before = allocations();
    const auto begin = std::chrono::steady_clock::now();
    const int refused = law(&request.question, &reply.answer);
    reply.cost_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (counted)
      reply.allocations =
          static_cast<std::int32_t>(std::min<std::uint64_t>(allocations() - before, INT32_MAX));
    if (refused != 0) {
      refuse(socket, request.number, "it returned " + std::to_string(refused));
    } else {
      ::send(socket, &reply, sizeof reply, MSG_NOSIGNAL);
    }
  }
}

void become_python(const std::string& file, int socket) {
  ::execlp("python3", "python3", "-c", kPythonHost, file.c_str(), std::to_string(socket).c_str(),
           static_cast<char*>(nullptr));
  refuse(socket, 0, std::string("python3 cannot be run: ") + std::strerror(errno));
}

}  // namespace freefloat
