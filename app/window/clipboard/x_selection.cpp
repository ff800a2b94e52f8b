#include "app/window/clipboard/x_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/process/signals.hpp"

namespace heteroscope {
namespace {

using std::chrono::steady_clock;

constexpr std::uint32_t bytes_a_unit = 4;  // X counts the lengths of properties and requests in these

bool is_ascii(const std::string& text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c < 0x80; });
}

/// What the type STRING stands for in X.
std::string from_latin1(const std::string& text) {
  std::string out;
  for (const char each : text) {
    const auto c = static_cast<unsigned char>(each);
    if (c < 0x80) {
      out.push_back(each);
    } else {
      out.push_back(static_cast<char>(0xC0 | (c >> 6)));
      out.push_back(static_cast<char>(0x80 | (c & 0x3F)));
    }
  }
  return out;
}

[[noreturn]] void refuse_long(std::size_t most) {
  throw BadInput(fmt::format("what was copied is longer than {} MiB", most >> 20));
}

int kind_of(const xcb_generic_event_t& event) {
  constexpr int was_sent = 0x80;  // by another program
  return event.response_type & ~was_sent;
}

/// A window for as long as something is read: what comes later, for an earlier question, goes nowhere.
class Requestor {
 public:
  explicit Requestor(const XConnection& connection) : connection_(connection), window_(connection.new_window()) {}
  ~Requestor() { xcb_destroy_window(connection_.get(), window_); }
  Requestor(const Requestor&) = delete;
  Requestor& operator=(const Requestor&) = delete;
  [[nodiscard]] xcb_window_t window() const { return window_; }

 private:
  const XConnection& connection_;
  xcb_window_t window_;
};

}  // namespace

XSelection::XSelection()
    : clipboard_(connection_.atom("CLIPBOARD")),
      property_(connection_.atom("HETEROSCOPE_SELECTION")),
      utf8_(connection_.atom("UTF8_STRING")),
      plain_(connection_.atom("text/plain;charset=utf-8")),
      png_(connection_.atom("image/png")),
      targets_(connection_.atom("TARGETS")),
      multiple_(connection_.atom("MULTIPLE")),
      atom_pair_(connection_.atom("ATOM_PAIR")),
      increment_(connection_.atom("INCR")) {}

void XSelection::own(std::string text) {
  text_ = std::move(text);
  xcb_set_selection_owner(connection_.get(), connection_.window(), clipboard_, XCB_CURRENT_TIME);
  if (connection_.owner_of(clipboard_) == connection_.window()) return;
  text_.reset();
  throw BadInput("the X server does not let this program own the clipboard");
}

std::string XSelection::read() {
  const auto end = steady_clock::now() + longest_read;
  if (connection_.is_lost()) throw BadInput("the connection to the X server is lost");
  const xcb_window_t owner = connection_.owner_of(clipboard_);
  if (owner == XCB_NONE) return {};
  if (owner == connection_.window()) return text_.value_or("");
  for (const xcb_atom_t target : {utf8_, static_cast<xcb_atom_t>(XCB_ATOM_STRING)}) {
    if (auto text = converted_to({target, largest_text}, end)) return *std::move(text);
  }
  return {};
}

std::string XSelection::read_picture() {
  const auto end = steady_clock::now() + longest_read;
  if (connection_.is_lost()) throw BadInput("the connection to the X server is lost");
  const xcb_window_t owner = connection_.owner_of(clipboard_);
  if (owner == XCB_NONE || owner == connection_.window()) return {};
  return converted_to({png_, largest_picture}, end).value_or("");
}

/// Nothing where the owner does not have it in that form.
std::optional<std::string> XSelection::converted_to(Form form, Time end) {
  const Requestor requestor(connection_);
  xcb_convert_selection(connection_.get(), requestor.window(), clipboard_, form.target, property_, XCB_CURRENT_TIME);
  const auto answer = event_until<xcb_selection_notify_event_t>(
      XCB_SELECTION_NOTIFY, end, [&](const auto& event) { return event.requestor == requestor.window(); });
  if (answer.property == XCB_NONE) return std::nullopt;
  Piece whole = take(requestor.window(), form);
  if (whole.type == XCB_NONE) return std::nullopt;
  if (whole.type == increment_) whole = {in_pieces(requestor.window(), form, end), form.target};
  return whole.type == XCB_ATOM_STRING ? from_latin1(whole.bytes) : std::move(whole.bytes);
}

/// What is large: the owner writes the next piece when the one before was taken, and an empty one at the end.
std::string XSelection::in_pieces(xcb_window_t requestor, Form form, Time end) {
  std::string out;
  while (true) {
    event_until<xcb_property_notify_event_t>(XCB_PROPERTY_NOTIFY, end, [&](const auto& event) {
      return event.window == requestor && event.atom == property_ && event.state == XCB_PROPERTY_NEW_VALUE;
    });
    const Piece piece = take(requestor, form);
    if (piece.bytes.empty()) return out;
    out += piece.bytes;
    if (out.size() > form.most) refuse_long(form.most);
  }
}

/// What the owner has written, which goes away with that.
XSelection::Piece XSelection::take(xcb_window_t requestor, Form form) const {
  const auto cookie = xcb_get_property(connection_.get(), 1, requestor, property_, XCB_GET_PROPERTY_TYPE_ANY, 0,
                                       static_cast<std::uint32_t>(form.most / bytes_a_unit));
  const XReply<xcb_get_property_reply_t> reply(xcb_get_property_reply(connection_.get(), cookie, nullptr));
  if (reply == nullptr) return {};
  if (reply->bytes_after > 0) refuse_long(form.most);
  const auto length = static_cast<std::size_t>(xcb_get_property_value_length(reply.get()));
  return {std::string(static_cast<const char*>(xcb_get_property_value(reply.get())), length), reply->type};
}

template <class Event, class IsIt>
Event XSelection::event_until(int kind, Time end, IsIt is_it) {
  constexpr std::chrono::milliseconds between_looks{50};  // a signal that asks for the end wakes nobody
  const Time silent_until = std::min(end, steady_clock::now() + longest_silence);
  while (!EndOnRequest::asked() && !connection_.is_lost()) {
    const auto now = steady_clock::now();
    if (now >= silent_until) break;
    const XEvent event = connection_.wait(std::min(silent_until, now + between_looks));
    if (event == nullptr) continue;
    if (kind_of(*event) == kind) {
      Event wanted{};
      std::memcpy(&wanted, event.get(), sizeof wanted);
      if (is_it(wanted)) return wanted;
    }
    answer(*event);
  }
  throw BadInput("the program that owns the clipboard does not answer");
}

void XSelection::serve() {
  while (const XEvent event = connection_.wait(std::nullopt)) answer(*event);
}

void XSelection::answer(const xcb_generic_event_t& event) {
  if (kind_of(event) == XCB_SELECTION_REQUEST) answer(reinterpret_cast<const xcb_selection_request_event_t&>(event));
  if (kind_of(event) == XCB_SELECTION_CLEAR) text_.reset();
}

void XSelection::answer(const xcb_selection_request_event_t& request) {
  // old programs name no property, and mean the target's
  const xcb_atom_t property = request.property == XCB_NONE ? request.target : request.property;
  const bool several = request.target == multiple_ && request.property != XCB_NONE;
  const bool given = text_ && (several ? give_several(request.requestor, property)
                                       : give(request.requestor, request.target, property));
  constexpr std::size_t event_bytes = 32;
  std::array<char, event_bytes> bytes{};
  xcb_selection_notify_event_t notify{};
  notify.response_type = XCB_SELECTION_NOTIFY;
  notify.time = request.time;
  notify.requestor = request.requestor;
  notify.selection = request.selection;
  notify.target = request.target;
  notify.property = given ? property : static_cast<xcb_atom_t>(XCB_NONE);
  std::memcpy(bytes.data(), &notify, sizeof notify);
  xcb_send_event(connection_.get(), 0, request.requestor, XCB_EVENT_MASK_NO_EVENT, bytes.data());
  xcb_flush(connection_.get());
}

/// False for a form that there is not, and for a text that does not go into one request.
bool XSelection::give(xcb_window_t requestor, xcb_atom_t target, xcb_atom_t property) const {
  xcb_connection_t* const to = connection_.get();
  constexpr std::uint8_t replace = XCB_PROP_MODE_REPLACE;
  std::vector<xcb_atom_t> forms{utf8_, plain_};
  if (is_ascii(*text_)) forms.push_back(XCB_ATOM_STRING);
  if (target == targets_) {
    forms.insert(forms.end(), {targets_, multiple_});
    xcb_change_property(to, replace, requestor, property, XCB_ATOM_ATOM, 32, static_cast<std::uint32_t>(forms.size()),
                        forms.data());
    return true;
  }
  constexpr std::size_t beside_it = 64;  // of the request
  const std::size_t room = std::size_t{xcb_get_maximum_request_length(to)} * bytes_a_unit - beside_it;
  if (std::ranges::find(forms, target) == forms.end() || text_->size() > room) return false;
  xcb_change_property(to, replace, requestor, property, target, 8, static_cast<std::uint32_t>(text_->size()),
                      text_->data());
  return true;
}

/// Pairs of a form and the property that it is to go to; what cannot be given becomes none.
bool XSelection::give_several(xcb_window_t requestor, xcb_atom_t property) const {
  constexpr std::uint32_t most = 256;
  const auto cookie = xcb_get_property(connection_.get(), 0, requestor, property, atom_pair_, 0, most);
  const XReply<xcb_get_property_reply_t> reply(xcb_get_property_reply(connection_.get(), cookie, nullptr));
  if (reply == nullptr || reply->format != 32) return false;
  const auto* const atoms = static_cast<const xcb_atom_t*>(xcb_get_property_value(reply.get()));
  std::vector<xcb_atom_t> pairs(atoms, atoms + reply->value_len);
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    if (pairs[i] == multiple_ || !give(requestor, pairs[i], pairs[i + 1])) pairs[i + 1] = XCB_NONE;
  }
  xcb_change_property(connection_.get(), XCB_PROP_MODE_REPLACE, requestor, property, atom_pair_, 32,
                      static_cast<std::uint32_t>(pairs.size()), pairs.data());
  return true;
}

void XSelection::hand_over() {
  const xcb_atom_t manager = connection_.atom("CLIPBOARD_MANAGER");
  if (!text_ || connection_.owner_of(manager) == XCB_NONE) return;
  xcb_convert_selection(connection_.get(), connection_.window(), manager, connection_.atom("SAVE_TARGETS"), XCB_NONE,
                        XCB_CURRENT_TIME);
  event_until<xcb_selection_notify_event_t>(XCB_SELECTION_NOTIFY, steady_clock::now() + longest_silence,
                                            [&](const auto& event) { return event.selection == manager; });
}

}  // namespace heteroscope
