#pragma once

#include <arv.h>

#include <memory>
#include <string>

namespace freefloat {

struct GObjectUnref {
  void operator()(void* object) const { g_object_unref(object); }
};

/// Owns one reference to an object of GLib.
template <class T>
using GObjectOwner = std::unique_ptr<T, GObjectUnref>;

/// What GLib says when it fails.
class GErrorText {
 public:
  GErrorText() = default;
  ~GErrorText() { g_clear_error(&error_); }
  GErrorText(const GErrorText&) = delete;
  GErrorText& operator=(const GErrorText&) = delete;

  /// Where a function of GLib puts its error; forgets the one before.
  GError** place() {
    g_clear_error(&error_);
    return &error_;
  }

  explicit operator bool() const { return error_ != nullptr; }
  std::string text() const { return error_ == nullptr ? std::string() : error_->message; }

 private:
  GError* error_ = nullptr;
};

}  // namespace freefloat
