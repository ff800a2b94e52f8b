#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "app/window/clipboard/x_connection.hpp"

namespace heteroscope {

/// The selection CLIPBOARD, as section 2 of the Inter-Client Communication Conventions Manual (ICCCM) has it: its owner
/// is asked for a text, and is this program once it has copied one. For one thread.
class XSelection {
 public:
  static constexpr std::chrono::milliseconds longest_silence{1000};
  static constexpr std::chrono::milliseconds longest_read{5000};  // of a text that comes in many pieces
  static constexpr std::size_t largest_text = std::size_t{1} << 24;

  /// Throws BadInput where there is no X server.
  XSelection();

  /// Becomes the owner. Throws BadInput where that is refused.
  void own(std::string text);
  /// The text in UTF-8; empty where there is none. Throws BadInput where its owner says nothing for a second, takes
  /// more than five for all, or has more than 16 MiB.
  std::string read();
  /// Waits until somebody calls the connection's wake(), and answers who asks for the own text.
  void serve();
  /// Leaves the own text to the desktop's clipboard manager, if there is one that takes it within a second.
  void hand_over();
  [[nodiscard]] const XConnection& connection() const { return connection_; }

 private:
  using Time = XConnection::Time;
  struct Piece {
    std::string bytes;
    xcb_atom_t type = XCB_NONE;
  };

  std::optional<std::string> converted_to(xcb_atom_t target, Time end);
  std::string in_pieces(xcb_window_t requestor, Time end);
  [[nodiscard]] Piece take(xcb_window_t requestor) const;
  /// The next event of that kind for which `is_it(event)`; others are answered meanwhile. Throws BadInput at the end.
  template <class Event, class IsIt>
  Event event_until(int kind, Time end, IsIt is_it);
  void answer(const xcb_generic_event_t& event);
  void answer(const xcb_selection_request_event_t& request);
  [[nodiscard]] bool give(xcb_window_t requestor, xcb_atom_t target, xcb_atom_t property) const;
  [[nodiscard]] bool give_several(xcb_window_t requestor, xcb_atom_t property) const;

  XConnection connection_;
  xcb_atom_t clipboard_, property_, utf8_, plain_, targets_, multiple_, atom_pair_, increment_;
  std::optional<std::string> text_;  ///< while this program is the owner
};

}  // namespace heteroscope
