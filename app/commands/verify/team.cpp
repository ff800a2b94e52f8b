#include "app/commands/verify/team.hpp"

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/process/memory_limit.hpp"

namespace heteroscope {

void check_together(int jobs, Catalog catalog, const std::function<bool(CheckingProcess&)>& step) {
  Thrown thrown;
  const auto work = [&] {
    thrown.keep([&] {
      CheckingProcess process(catalog);
      while (!thrown.any() && step(process)) {
      }
    });
  };
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < jobs; ++i) others.emplace_back(work);
    work();
  }
  thrown.rethrow();
}

void make_room_for_jobs(int jobs) {
  setenv(memory::limit_variable, std::to_string(memory::limit() / static_cast<std::size_t>(jobs)).c_str(), 1);
  if (jobs > 1) setenv("OMP_WAIT_POLICY", "passive", 0);
}

}  // namespace heteroscope
