#include "operate/lab_list.h"

#include <exception>
#include <utility>

#include "operate/request.h"

namespace freefloat {

console::Answer LabList::ask() {
  if (!look_) return refused("this program knows of no lab's files");
  const std::lock_guard lock(mutex_);
  if (!looking_) {
    looking_ = true;
    librarian_.give([this] { look(); });
  }
  if (newest_.is_null()) return refused("the lab's files are being read: ask again in a moment");
  return granted("", newest_);
}

void LabList::look() {
  nlohmann::json list;
  try {
    list = look_();
  } catch (const std::exception& error) {
    list = {{"problem", error.what()}};
  }
  const std::lock_guard lock(mutex_);
  newest_ = std::move(list);
  looking_ = false;
}

}  // namespace freefloat
