#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/production/queue/order.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/features/productions/poster_choice.hpp"
#include "app/window/model/frame_view.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

/// What the dialogs that order something have in common.
namespace heteroscope {

class QueueFeature;

inline constexpr double order_label_units = 64;

/// The file's name as it is typed: in the folder for exports, or a path.
class OrderedFile {
 public:
  /// "heteroscope-WORKLOAD-WHAT-001.EXTENSION", or a later number: a name that nobody has, nor one of `ordered`.
  void name_anew(const Ui& ui, const std::vector<std::filesystem::path>& ordered, const std::string& workload,
                 const std::string& what, const std::string& extension);
  [[nodiscard]] bool empty() const { return name_[0] == '\0'; }
  [[nodiscard]] std::string extension() const;
  [[nodiscard]] std::filesystem::path path(const Ui& ui) const;
  /// A row with the formats, of which one gives the name another end. `refusals`: why one cannot be; empty: it can.
  void format_row(const Ui& ui, std::span<const OrderFormat> formats, std::span<const std::string> refusals);
  void name_rows(const Ui& ui);

 private:
  void set(const std::string& name);
  std::array<char, 4096> name_{};
};

/// What the dialog is, in two lines, with the button that closes it by the action that opened it.
void order_heading(Ui& ui, const char* title, Action opened_by, const std::string& about);
/// Rows in which a size is chosen or typed, with what it cuts off of the view.
void size_rows(const Ui& ui, const FrameView& view, Size& size, std::span<const SizePreset> presets);
/// A side, a number of frames: a whole number from 1, `units` of the design wide.
bool whole_field(const Ui& ui, const char* id, int& value, double units);
/// Draws words that change with what is chosen, in the room of `lines` lines of text at least: what is below them keeps
/// its place while they get longer and shorter.
void words_in_room(int lines, const std::function<void()>& words);
/// What the buttons of such a dialog do, and why they do not (in a line; empty: they do).
struct OrderUse {
  std::string why_not;
  std::function<std::shared_ptr<const Order>()> order;
  std::string why_no_command;
  std::function<std::string()> command;  ///< the line that makes the same files
};
/// One that orders it, and one that copies it as a command line.
void order_buttons(Ui& ui, QueueFeature& queue, const OrderUse& use);
/// Where the next window of ImGui's is to be: in the middle, `units` of the design wide.
void place_order_dialog(const Ui& ui, double units);

}  // namespace heteroscope
