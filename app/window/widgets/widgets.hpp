#pragma once

#include <imgui.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/model/ui/action.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

ImVec2 text_size(std::string_view text);
/// Returns black or white, whichever can be read on the color.
ImU32 ink_on(ImU32 color);

/// Shows a tooltip for the last item when the mouse rests on it or on its name, also if the item is disabled. The name
/// is that of its row, if it is the first item there that has a tooltip.
void help(const Ui& ui, std::string_view text);

/// Shows a tooltip with the keys of the action that the item asks for.
void help(const Ui& ui, std::string_view text, Action action);

/// Shows a tooltip beside the window of the last item, which the mouse goes along: at the mouse it would hide the rows
/// below.
void help_beside(const Ui& ui, std::string_view text);

/// Shows a tooltip for the name of the row that was begun last, where the items beside it say other things.
void help_of_name(const Ui& ui, std::string_view text);

/// Draws a heading that folds its section. True while it is open.
bool section(const Ui& ui, const char* label, bool open_at_first = true);

/// Draws a smaller heading inside a section, folded at first. True while it is open.
bool subsection(const Ui& ui, const char* label);

/// Begins a row: label on the left, `label_units` of the design wide, above the rest where it is longer; the next item
/// fills the rest.
inline constexpr double wide_label = 122;
inline constexpr double narrow_label = 64;
void row(const Ui& ui, const char* label, double label_units = wide_label, bool disabled = false);

/// Draws a row with a right-aligned value.
void value_row(const Ui& ui, const char* label, const std::string& value);
void value_row(const Ui& ui, const char* label, const std::string& value, ImU32 color);
/// Draws such a row; if label and value have no room beside each other, the value has a line of its own.
void long_value_row(const Ui& ui, const std::string& label, const std::string& value);

/// Draws a field for a number, which Enter or leaving the field applies. A text that is not a number is dropped. With
/// `zero_text` a value of 0 is shown by that text.
bool number_field(const char* id, double& value, const std::string& zero_text = {});

/// Draws a colored dot in the text line, followed by SameLine.
void dot(const Ui& ui, ImU32 color);

/// Returns the words, or their beginning with "…" if they are wider.
std::string shortened(const std::string& words, float width);

/// Returns the words, or "…" and their end if they are wider: the end of a path says more.
std::string end_of(const std::string& words, float width);

/// Draws a paragraph in a color.
void colored_words(ImU32 color, const std::string& words);

/// Draws words whose length changes, in the room of at least `lines` lines of text, so that the controls below them
/// keep their place.
void words_in_room(int lines, const std::function<void()>& words);

/// Calls ImGui::BeginCombo with words that are shortened by "…" if they are too long; the tooltip then begins with all
/// of them.
bool begin_combo(const Ui& ui, const char* id, const std::string& words, int flags = 0);

/// Draws an entry of a combo; if `refusal` is not empty, it is gray and its tooltip says the reason. True if it was
/// chosen.
bool choice(const Ui& ui, const char* label, bool selected, const std::string& refusal, std::string_view description);

/// One of several buttons side by side, of which one is on.
struct Segment {
  const char* label;
  ImU32 color;
  std::string refusal;
  std::string_view description;
};
/// Draws the buttons. True if another one was chosen.
bool segmented(const Ui& ui, const char* id, int& chosen, const std::vector<Segment>& segments);

/// Draws a button whose text is shortened to `width`; full width if 0.
bool wide_button(const char* label, float width = 0);

}  // namespace heteroscope
