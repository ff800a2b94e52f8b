#pragma once

#include <xcb/xcb.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

#include "core/io/descriptor.hpp"

namespace heteroscope {

struct FreeReply {
  void operator()(void* reply) const { std::free(reply); }
};
/// What XCB hands out; null where the server refused or is gone.
template <class Reply>
using XReply = std::unique_ptr<Reply, FreeReply>;
using XEvent = XReply<xcb_generic_event_t>;

/// A connection to the X server in DISPLAY, for one thread, and one window on it that nobody sees. It is of XCB and not
/// of Xlib, which would end the program where the server goes.
class XConnection {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Throws BadInput where there is no such server.
  XConnection();
  ~XConnection();
  XConnection(const XConnection&) = delete;
  XConnection& operator=(const XConnection&) = delete;

  [[nodiscard]] xcb_connection_t* get() const { return connection_; }
  [[nodiscard]] xcb_window_t window() const { return window_; }
  /// Another window that nobody sees, whose changes of properties become events.
  [[nodiscard]] xcb_window_t new_window() const;
  [[nodiscard]] xcb_atom_t atom(const char* name) const;
  /// XCB_NONE where nobody owns it.
  [[nodiscard]] xcb_window_t owner_of(xcb_atom_t selection) const;
  [[nodiscard]] bool is_lost() const { return xcb_connection_has_error(connection_) != 0; }

  /// The next event. Null at that time, without one never by itself; null, too, once somebody has called wake().
  [[nodiscard]] XEvent wait(std::optional<Time> until) const;
  /// From any thread.
  void wake() const;

 private:
  xcb_connection_t* connection_;
  xcb_window_t window_ = XCB_NONE;
  Descriptor woken_;
};

}  // namespace heteroscope
