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
  static constexpr std::size_t largest_picture = std::size_t{1} << 26;

  /// Throws BadInput where there is no X server.
  XSelection();

  /// Becomes the owner. Throws BadInput where that is refused.
  void own(std::string text);
  /// The text in UTF-8; empty where there is none. Throws BadInput where its owner says nothing for a second, takes
  /// more than five for all, or has more than 16 MiB.
  std::string read();
  /// The bytes of the PNG that the owner gives (image/png); empty where there is none. Throws as read() does, at 64
  /// MiB.
  std::string read_picture();
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

  /// A form in which the owner is asked for what was copied, and how many bytes of it are taken at most.
  struct Form {
    xcb_atom_t target;
    std::size_t most;
  };

  std::optional<std::string> converted_to(Form form, Time end);
  std::string in_pieces(xcb_window_t requestor, Form form, Time end);
  [[nodiscard]] Piece take(xcb_window_t requestor, Form form) const;
  /// The next event of that kind for which `is_it(event)`; others are answered meanwhile. Throws BadInput at the end.
  template <class Event, class IsIt>
  Event event_until(int kind, Time end, IsIt is_it);
  void answer(const xcb_generic_event_t& event);
  void answer(const xcb_selection_request_event_t& request);
  [[nodiscard]] bool give(xcb_window_t requestor, xcb_atom_t target, xcb_atom_t property) const;
  [[nodiscard]] bool give_several(xcb_window_t requestor, xcb_atom_t property) const;

  XConnection connection_;
  xcb_atom_t clipboard_, property_, utf8_, plain_, png_, targets_, multiple_, atom_pair_, increment_;
  std::optional<std::string> text_;  ///< while this program is the owner
};

}  // namespace heteroscope
