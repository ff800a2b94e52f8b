#pragma once

#include "app/window/model/action.hpp"

namespace heteroscope {

class App;

/// Carries an action out. Called where no precondition (ActionEntry::why_not) speaks against it.
using ActionHandler = void (*)(App&);

/// Every action has one.
ActionHandler handler_of(Action action);

}  // namespace heteroscope
