#pragma once

#include <span>
#include <vector>

#include "app/window/model/actions/offer.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/model/schema/setting.hpp"

namespace heteroscope {

struct WindowModel;

/// Returns the rows that these settings have at present, in their order.
std::vector<SettingRow> rows_of(const WindowModel& model, std::span<const Setting* const> settings);

/// Adds to the search a row of that section, which choosing the entry shows, and each of its choices, which choosing
/// the entry sets.
void offer_row(const WindowModel& model, const SettingRow& setting, const char* section, std::vector<Offer>& to);
/// Adds to the search a row that is not described by a setting.
void offer_label(const std::string& label, const char* section, std::vector<Offer>& to);

/// The place of a row's label and control.
struct RowLayout {
  double label = wide_label;  ///< in units of the design
  float beside = 0;           ///< room that stays free beside the control, in pixels
};

/// Draws a row by what the schema says of it, and sets what a person chooses. A row whose control is `ends` is its
/// panel's own.
void setting_row(const Ui& ui, WindowModel& model, const SettingRow& setting, const RowLayout& layout = {});

}  // namespace heteroscope
