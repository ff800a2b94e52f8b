#include "tests/window/drop.hpp"

#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <array>
#include <chrono>
#include <memory>
#include <thread>

namespace heteroscope {
namespace {

/// One end of the protocol: owns the selection, and answers for it.
class DragSource {
 public:
  DragSource(Display* display, ::Window target, std::string uris)
      : display_(display), target_(target), uris_(std::move(uris)) {
    own_ = XCreateSimpleWindow(display_, DefaultRootWindow(display_), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(display_, atom("XdndSelection"), own_, CurrentTime);
  }
  ~DragSource() { XDestroyWindow(display_, own_); }
  DragSource(const DragSource&) = delete;
  DragSource& operator=(const DragSource&) = delete;

  bool drop() {
    constexpr long version = 5;
    const auto own = static_cast<long>(own_);
    send("XdndEnter", {own, version << 24, static_cast<long>(atom("text/uri-list")), 0, 0});
    send("XdndPosition", {own, 0, 0, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
    if (!answer_until("XdndStatus")) return false;
    send("XdndDrop", {own, 0, CurrentTime, 0, 0});
    return answer_until("XdndFinished");
  }

 private:
  Atom atom(const char* name) { return XInternAtom(display_, name, False); }

  void send(const char* type, const std::array<long, 5>& data) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(type);
    event.xclient.format = 32;
    for (std::size_t i = 0; i < data.size(); ++i) event.xclient.data.l[i] = data[i];
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  bool answer_until(const char* type) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
      if (XPending(display_) == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        continue;
      }
      XEvent event{};
      XNextEvent(display_, &event);
      if (event.type == SelectionRequest) give(event.xselectionrequest);
      if (event.type == ClientMessage && event.xclient.message_type == atom(type)) return true;
    }
    return false;
  }

  void give(const XSelectionRequestEvent& wanted) {
    XChangeProperty(display_, wanted.requestor, wanted.property, wanted.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(uris_.data()), static_cast<int>(uris_.size()));
    XEvent reply{};
    reply.xselection.type = SelectionNotify;
    reply.xselection.requestor = wanted.requestor;
    reply.xselection.selection = wanted.selection;
    reply.xselection.target = wanted.target;
    reply.xselection.property = wanted.property;
    reply.xselection.time = wanted.time;
    XSendEvent(display_, wanted.requestor, False, NoEventMask, &reply);
    XFlush(display_);
  }

  Display* display_;
  ::Window target_;
  ::Window own_ = 0;
  std::string uris_;
};

}  // namespace

bool drop_file(const std::string& display, unsigned long window, const std::filesystem::path& file) {
  const std::unique_ptr<Display, int (*)(Display*)> open(XOpenDisplay(display.c_str()), XCloseDisplay);
  return open != nullptr && DragSource(open.get(), window, "file://" + file.string() + "\r\n").drop();
}

}  // namespace heteroscope
