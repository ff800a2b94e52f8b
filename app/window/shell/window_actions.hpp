#pragma once

#include <vector>

#include "app/window/model/actions/actions.hpp"

namespace heteroscope {

class App;

/// Returns the actions of the window itself. `app` carries them out; null: they are only listed, never carried out.
std::vector<ActionEntry> window_actions(App* app);

}  // namespace heteroscope
