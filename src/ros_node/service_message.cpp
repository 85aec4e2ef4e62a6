#include "ros_node/service_message.h"

#include <algorithm>

#include "mcap/cdr.h"

namespace freefloat::ros {

ServiceQuestion read_question(std::span<const std::uint8_t> bytes) {
  ServiceQuestion question;
  constexpr std::size_t kHeader = kCdrHeader.size();
  if (bytes.size() <= kHeader + kQuestionMarkSize) {
    question.body.assign(bytes.begin(), bytes.end());
    return question;
  }
  std::copy_n(bytes.begin() + kHeader, kQuestionMarkSize, question.mark.emplace().begin());
  question.body.assign(bytes.begin(), bytes.begin() + kHeader);
  question.body.insert(question.body.end(), bytes.begin() + kHeader + kQuestionMarkSize, bytes.end());
  return question;
}

std::vector<std::uint8_t> address_answer(const ServiceQuestion& question,
                                         std::span<const std::uint8_t> answer) {
  std::vector<std::uint8_t> addressed(answer.begin(), answer.end());
  // Sixteen bytes more leave every number of the answer where its size wants it.
  if (question.mark)
    addressed.insert(addressed.begin() + kCdrHeader.size(), question.mark->begin(), question.mark->end());
  return addressed;
}

}  // namespace freefloat::ros
