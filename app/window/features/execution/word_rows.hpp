#pragma once

#include "app/window/widgets/widgets.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// A row of words side by side for each setting of the execution that says in the schema what its words mean.
void word_rows(const Ui& ui, Settings& settings, const Workload& workload);

}  // namespace heteroscope
