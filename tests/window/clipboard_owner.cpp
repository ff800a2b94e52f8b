#include "tests/window/clipboard_owner.hpp"

#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace heteroscope {
namespace {

using OpenDisplay = std::unique_ptr<Display, int (*)(Display*)>;

OpenDisplay open_display(const std::string& name) {
  OpenDisplay out(XOpenDisplay(name.c_str()), XCloseDisplay);
  if (out == nullptr) throw std::runtime_error("cannot open the display " + name);
  return out;
}

void pause() {
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

}  // namespace

class ClipboardOwner::Answers {
 public:
  Answers(const std::string& display, const std::string& selection, ClipboardOwner& owner)
      : display_(open_display(display)), owner_(owner) {
    const ::Window own = XCreateSimpleWindow(display_.get(), DefaultRootWindow(display_.get()), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(display_.get(), atom(selection.c_str()), own, CurrentTime);
    XSync(display_.get(), False);
  }

  void work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      if (XPending(display_.get()) == 0) {
        pause();
        continue;
      }
      XEvent event{};
      XNextEvent(display_.get(), &event);
      if (event.type == SelectionRequest) answer(event.xselectionrequest);
      if (event.type == PropertyNotify && event.xproperty.state == PropertyDelete) go_on(event.xproperty);
    }
  }

 private:
  Atom atom(const char* name) { return XInternAtom(display_.get(), name, False); }

  void put(::Window to, Atom property, std::string_view bytes) {
    XChangeProperty(display_.get(), to, property, atom(owner_.form_.c_str()), 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  }

  void answer(const XSelectionRequestEvent& wanted) {
    ++owner_.requests_;
    if (!owner_.text_) return;
    XEvent reply{};
    reply.xselection.type = SelectionNotify;
    reply.xselection.requestor = wanted.requestor;
    reply.xselection.selection = wanted.selection;
    reply.xselection.target = wanted.target;
    reply.xselection.time = wanted.time;
    if (wanted.target == atom(owner_.form_.c_str())) {
      reply.xselection.property = wanted.property;
      if (owner_.piece_ == 0) {
        put(wanted.requestor, wanted.property, *owner_.text_);
      } else {
        XSelectInput(display_.get(), wanted.requestor, PropertyChangeMask);
        const auto least = static_cast<long>(owner_.text_->size());
        XChangeProperty(display_.get(), wanted.requestor, wanted.property, atom("INCR"), 32, PropModeReplace,
                        reinterpret_cast<const unsigned char*>(&least), 1);
        left_ = *owner_.text_;
      }
    }
    XSendEvent(display_.get(), wanted.requestor, False, NoEventMask, &reply);
    XFlush(display_.get());
  }

  /// The piece before has been taken.
  void go_on(const XPropertyEvent& taken) {
    if (!left_) return;
    const std::string_view piece = left_->substr(0, owner_.piece_);
    put(taken.window, taken.atom, piece);
    XFlush(display_.get());
    if (piece.empty()) {
      left_.reset();
    } else {
      left_->remove_prefix(piece.size());
    }
  }

  OpenDisplay display_;
  ClipboardOwner& owner_;
  std::optional<std::string_view> left_;  // of what goes in pieces
};

ClipboardOwner::ClipboardOwner(const std::string& display, const std::string& selection,
                               std::optional<std::string> text)
    : text_(std::move(text)) {
  begin(display, selection);
}

ClipboardOwner::ClipboardOwner(const std::string& display, const std::string& selection, std::string text,
                               std::size_t piece, std::string form)
    : text_(std::move(text)), piece_(piece), form_(std::move(form)) {
  begin(display, selection);
}

ClipboardOwner::~ClipboardOwner() {
  thread_ = {};
}

void ClipboardOwner::begin(const std::string& display, const std::string& selection) {
  answers_ = std::make_unique<Answers>(display, selection, *this);
  thread_ = std::jthread([this](const std::stop_token& stop) { answers_->work(stop); });
}

std::optional<std::string> clipboard_of(const std::string& display) {
  const OpenDisplay open = open_display(display);
  const ::Window own = XCreateSimpleWindow(open.get(), DefaultRootWindow(open.get()), 0, 0, 1, 1, 0, 0, 0);
  const auto atom = [&](const char* name) { return XInternAtom(open.get(), name, False); };
  XConvertSelection(open.get(), atom("CLIPBOARD"), atom("UTF8_STRING"), atom("TEXT_HERE"), own, CurrentTime);
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  XEvent event{};
  while (XCheckTypedWindowEvent(open.get(), own, SelectionNotify, &event) == False) {
    if (std::chrono::steady_clock::now() > end) return std::nullopt;
    pause();
  }
  if (event.xselection.property == None) return std::nullopt;
  Atom type = None;
  int format = 0;
  unsigned long count = 0;
  unsigned long left = 0;
  unsigned char* bytes = nullptr;
  constexpr long most = 1 << 20;
  XGetWindowProperty(open.get(), own, event.xselection.property, 0, most, False, AnyPropertyType, &type, &format,
                     &count, &left, &bytes);
  std::string out(reinterpret_cast<const char*>(bytes), count);
  XFree(bytes);
  return out;
}

void set_resources(const std::string& display, const std::string& resources) {
  const OpenDisplay open = open_display(display);
  XChangeProperty(open.get(), DefaultRootWindow(open.get()), XA_RESOURCE_MANAGER, XA_STRING, 8, PropModeReplace,
                  reinterpret_cast<const unsigned char*>(resources.data()), static_cast<int>(resources.size()));
  XSync(open.get(), False);
}

}  // namespace heteroscope
