#include "core/io/share_out.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/error.hpp"

namespace heteroscope {

void share_out(int count, int threads, const std::function<void(int index, int worker)>& body) {
  std::atomic<int> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&](int worker) {
    try {
      for (int index = next++; index < count; index = next++) body(index, worker);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (int worker = 1; worker < threads && worker < count; ++worker) others.emplace_back(work, worker);
    } catch (const std::system_error& wrong) {
      next = count;  // those that run end with what they have begun, and are waited for
      throw BadInput(fmt::format("a thread cannot be started: {}", wrong.code().message()));
    } catch (...) {
      next = count;
      throw;
    }
    work(0);
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace heteroscope
