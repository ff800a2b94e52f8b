#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/production/queue/order.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/features/productions/poster_choice.hpp"
#include "app/window/model/frame_view.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

/// The common parts of the dialogs that order something.
namespace heteroscope {

class QueueFeature;

inline constexpr double order_label_units = 64;

/// The name of the ordered file as it is typed: in the export folder, or a path.
class OrderedFile {
 public:
  /// "heteroscope-WORKLOAD-WHAT-001.EXTENSION", or a later number: the first name of no file and of none of `ordered`.
  void name_anew(const Ui& ui, const std::vector<std::filesystem::path>& ordered, const std::string& workload,
                 const std::string& what, const std::string& extension);
  [[nodiscard]] bool empty() const { return name_[0] == '\0'; }
  [[nodiscard]] std::string extension() const;
  [[nodiscard]] std::filesystem::path path(const Ui& ui) const;
  /// Draws a row with the formats; choosing one changes the name's ending. `refusals`: why a format is not possible;
  /// empty: it is.
  void format_row(const Ui& ui, std::span<const OrderFormat> formats, std::span<const std::string> refusals);
  void name_rows(const Ui& ui);

 private:
  void set(const std::string& name);
  std::array<char, 4096> name_{};
};

/// Draws the title and a description, with a button that closes the dialog by the action that opened it.
void order_heading(Ui& ui, const char* title, Action opened_by, const std::string& about);
/// Draws rows in which a size is chosen or typed, with what it cuts off the view.
void size_rows(const Ui& ui, const FrameView& view, Size& size, std::span<const SizePreset> presets);
/// Draws the row of a size that cannot be chosen, and why; no size: it is not known yet.
void fixed_size_row(const Ui& ui, std::optional<Size> size, const std::string& why);
/// Draws a field for a whole number from 1 on, such as a side or a number of frames, `units` design units wide.
bool whole_field(const Ui& ui, const char* id, int& value, double units);
/// The work of the buttons of such a dialog, and why they are gray (in one line; empty: they are not).
struct OrderUse {
  std::string why_not;
  std::function<std::shared_ptr<const Order>()> order;
  std::string why_no_command;
  std::function<std::string()> command;  ///< returns the command line that makes the same files
};
/// Draws the buttons that order it and that copy its command line.
void order_buttons(Ui& ui, QueueFeature& queue, const OrderUse& use);

}  // namespace heteroscope
