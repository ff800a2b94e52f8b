#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace heteroscope {

/// Another program that owns a selection of a display, and answers for it by the rules (ICCCM) or not at all.
class ClipboardOwner {
 public:
  /// `selection`: "CLIPBOARD", "CLIPBOARD_MANAGER". Without a text it answers nobody.
  ClipboardOwner(const std::string& display, const std::string& selection, std::optional<std::string> text);
  /// A text in pieces of that many bytes, as what is large is handed over (INCR); 0: at once. `form`: in which alone
  /// it is given.
  ClipboardOwner(const std::string& display, const std::string& selection, std::string text, std::size_t piece,
                 std::string form = "UTF8_STRING");
  ~ClipboardOwner();
  ClipboardOwner(const ClipboardOwner&) = delete;
  ClipboardOwner& operator=(const ClipboardOwner&) = delete;

  /// How often it was asked.
  [[nodiscard]] int requests() const { return requests_; }

 private:
  class Answers;
  void begin(const std::string& display, const std::string& selection);

  std::optional<std::string> text_;
  std::size_t piece_ = 0;  // 0: at once
  std::string form_ = "UTF8_STRING";
  std::atomic<int> requests_{0};
  std::unique_ptr<Answers> answers_;
  std::jthread thread_;
};

/// What a display's owner of the clipboard gives as UTF-8; nothing if it gives none within a minute.
std::optional<std::string> clipboard_of(const std::string& display);

/// X's resources of a display: "Xft.dpi:\t192\n".
void set_resources(const std::string& display, const std::string& resources);

}  // namespace heteroscope
