#pragma once

#include <string>

#include "app/window/model/ui/ui.hpp"
#include "app/window/model/views/own_views.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Keeps the view of the settings under that name, and says so, or why it cannot.
void keep_view(Ui& ui, const WindowModel& model, OwnViews& views, const std::string& name);

/// Goes to a kept view: takes its problem and look; the size and how it is computed stay. Says why if it cannot.
void choose_view(Ui& ui, WindowModel& model, const OwnView& view);

/// Returns the place of the view as options of `render`: "--set center_re=-0.75 --set center_im=0 --set span=2.5 --set
/// max_iterations=500". Empty if the view is not part of the settings.
std::string location_text(const Settings& settings, Catalog catalog);

}  // namespace heteroscope
