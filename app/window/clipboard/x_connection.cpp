#include "app/window/clipboard/x_connection.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "core/base/error.hpp"

namespace heteroscope {

XConnection::XConnection()
    : connection_(xcb_connect(nullptr, nullptr)), woken_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (is_lost() || !woken_.is_open()) {
    xcb_disconnect(connection_);
    throw BadInput("there is no connection to the X server for the clipboard");
  }
  window_ = new_window();
}

XConnection::~XConnection() {
  xcb_disconnect(connection_);
}

xcb_window_t XConnection::new_window() const {
  const xcb_screen_t& screen = *xcb_setup_roots_iterator(xcb_get_setup(connection_)).data;
  const xcb_window_t window = xcb_generate_id(connection_);
  const std::uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
  xcb_create_window(connection_, XCB_COPY_FROM_PARENT, window, screen.root, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                    XCB_COPY_FROM_PARENT, XCB_CW_EVENT_MASK, &events);
  return window;
}

xcb_atom_t XConnection::atom(const char* name) const {
  const auto cookie = xcb_intern_atom(connection_, 0, static_cast<std::uint16_t>(std::strlen(name)), name);
  const XReply<xcb_intern_atom_reply_t> reply(xcb_intern_atom_reply(connection_, cookie, nullptr));
  return reply == nullptr ? static_cast<xcb_atom_t>(XCB_NONE) : reply->atom;
}

xcb_window_t XConnection::owner_of(xcb_atom_t selection) const {
  const auto cookie = xcb_get_selection_owner(connection_, selection);
  const XReply<xcb_get_selection_owner_reply_t> reply(xcb_get_selection_owner_reply(connection_, cookie, nullptr));
  return reply == nullptr ? static_cast<xcb_window_t>(XCB_NONE) : reply->owner;
}

XEvent XConnection::wait(std::optional<Time> until) const {
  xcb_flush(connection_);
  while (true) {
    // answers that were waited for may have brought events, which the descriptor does not show any more
    if (XEvent event(xcb_poll_for_event(connection_)); event != nullptr) return event;
    int left_ms = -1;
    if (until) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*until - std::chrono::steady_clock::now());
      left_ms = static_cast<int>(std::max<std::int64_t>(left.count(), 0));
    }
    std::array<pollfd, 2> files{{{woken_.get(), POLLIN, 0}, {xcb_get_file_descriptor(connection_), POLLIN, 0}}};
    // a server that is gone says nothing more
    const int ready = ::poll(files.data(), is_lost() ? 1 : 2, left_ms);
    std::uint64_t calls = 0;
    if (ready == 0) return nullptr;
    if ((files[0].revents & POLLIN) != 0 && ::read(woken_.get(), &calls, sizeof calls) > 0) return nullptr;
  }
}

void XConnection::wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(woken_.get(), &one, sizeof one);  // full: it is awake already
}

}  // namespace heteroscope
