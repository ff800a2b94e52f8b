#pragma once

#include <string>

#include "app/window/model/ui/ui.hpp"
#include "app/window/model/views/own_views.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Keeps what the settings show under that name, and says so, or why it cannot be.
void keep_view(Ui& ui, const WindowModel& model, OwnViews& views, const std::string& name);

/// Goes to a kept view: its problem and look; size and how it is computed stay. Says why where it cannot.
void choose_view(Ui& ui, WindowModel& model, const OwnView& view);

/// Where the settings are, as options of `render`: "--set center_re=-0.75 --set center_im=0 --set span=2.5 --set
/// max_iterations=500". Empty where their view is no part of them.
std::string location_text(const Settings& settings, Catalog catalog);

}  // namespace heteroscope
