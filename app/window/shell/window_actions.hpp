#pragma once

#include <vector>

#include "app/window/model/actions/actions.hpp"

namespace heteroscope {

class App;
struct PanelMode;

/// Returns the actions of the window itself. `app` carries them out.
std::vector<ActionEntry> window_actions(App* app);
/// The same with panels apart from the app's. `app` may be null: then what does not concern panels alone is only
/// listed, never carried out.
std::vector<ActionEntry> window_actions(App* app, PanelMode& mode);

}  // namespace heteroscope
