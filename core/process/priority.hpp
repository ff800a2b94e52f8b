#pragma once

namespace heteroscope {

/// From here on this thread, and those that it begins, let others go first where cores are few: a window stays smooth
/// beside a computation on all of them. Where nothing else wants a core it is as fast as before.
void let_others_first();
/// The same for what may take hours: those who let others first go before it, too.
void let_all_others_first();

}  // namespace heteroscope
