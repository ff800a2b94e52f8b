#include "core/process/priority.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace heteroscope {
namespace {

/// Linux has a nice value for each thread; it can always be raised.
void go_behind(int nice) {
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), nice);
}

}  // namespace

void let_others_first() {
  go_behind(5);
}

void let_all_others_first() {
  go_behind(15);
}

}  // namespace heteroscope
