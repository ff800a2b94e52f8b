#include "core/io/share_out.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include "core/base/parallel.hpp"

namespace heteroscope {

void share_out(int count, int threads, const std::function<void(int index, int worker)>& body) {
  std::atomic<int> next{0};
  Thrown thrown;
  const auto work = [&](int worker) {
    thrown.keep([&] {
      for (int index = next++; index < count && !thrown.any(); index = next++) body(index, worker);
    });
  };
  {
    std::vector<std::jthread> others;
    try {
      for (int worker = 1; worker < threads && worker < count; ++worker) others.emplace_back(work, worker);
    } catch (...) {
      next = count;  // those that run end with what they have begun, and are waited for
      throw;
    }
    work(0);
  }
  thrown.rethrow();
}

}  // namespace heteroscope
