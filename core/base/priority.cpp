#include "core/base/priority.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace heteroscope {

void let_others_first() {
  constexpr int behind = 5;
  // Linux has a nice value for each thread; it can always be raised
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), behind);
}

}  // namespace heteroscope
