#pragma once

#include <vector>

#include "app/window/model/actions/actions.hpp"

namespace heteroscope {

class App;

/// What is asked of the window itself. `app` carries it out; null: it is only described, and never asked for.
std::vector<ActionEntry> window_actions(App* app);

}  // namespace heteroscope
