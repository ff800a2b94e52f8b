#pragma once

namespace heteroscope {

/// Lowers the priority of this thread and of threads that it starts: a window stays smooth beside a computation on all
/// cores. If nothing else wants a core, nothing becomes slower.
void let_others_first();
/// Lowers it further, for what may take hours: threads with the priority above go first, too.
void let_all_others_first();

}  // namespace heteroscope
