#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/window/model/ui/action.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

ImVec2 text_size(std::string_view text);
/// Black or white, whichever can be read on the color.
ImU32 ink_on(ImU32 color);

/// A tooltip for the last item, after a moment's rest of the mouse; also on disabled items.
void help(const Ui& ui, std::string_view text);

/// With the keys of the action that the item asks for.
void help(const Ui& ui, std::string_view text, Action action);

/// A heading that folds what follows. True while it is open.
bool section(const Ui& ui, const char* label, bool open_at_first = true);

/// A smaller heading inside of a section, folded at first. True while it is open.
bool subsection(const Ui& ui, const char* label);

/// Begins a row: label on the left, `label_units` of the design wide, above the rest where it is longer; the next item
/// fills the rest.
inline constexpr double wide_label = 122;
inline constexpr double narrow_label = 64;
void row(const Ui& ui, const char* label, double label_units = wide_label, bool disabled = false);

/// A row with a right-aligned value.
void value_row(const Ui& ui, const char* label, const std::string& value);
void value_row(const Ui& ui, const char* label, const std::string& value, ImU32 color);
/// The same; where there is no room for both beside each other, the value has a line of its own.
void long_value_row(const Ui& ui, const std::string& label, const std::string& value);

/// A number that is typed; committed by Enter or by leaving the field. Values that are no number are dropped.
/// With `zero_text` a value of 0 is shown by that text.
bool number_field(const char* id, double& value, const std::string& zero_text = {});

/// A color dot in the text line, followed by SameLine.
void dot(const Ui& ui, ImU32 color);

/// The words, or their beginning with "…", so that they are not wider.
std::string shortened(const std::string& words, float width);

/// The words, or their end with "…" before it: of paths the end says more.
std::string end_of(const std::string& words, float width);

/// A paragraph in a color.
void colored_words(ImU32 color, const std::string& words);

/// ImGui::BeginCombo, whose words end in "…" where they are too long; the tooltip then begins with all of them.
bool begin_combo(const Ui& ui, const char* id, const std::string& words, int flags = 0);

/// An entry of a combo; grayed with its reason on hover if `refusal` is not empty. True if it was chosen.
bool choice(const Ui& ui, const char* label, bool selected, const std::string& refusal, std::string_view description);

/// Buttons side by side, of which one is on.
struct Segment {
  const char* label;
  ImU32 color;
  std::string refusal;
  std::string_view description;
};
/// True if another one was chosen.
bool segmented(const Ui& ui, const char* id, int& chosen, const std::vector<Segment>& segments);

/// A button whose text is kept inside `width`; full width if 0.
bool wide_button(const char* label, float width = 0);

}  // namespace heteroscope
